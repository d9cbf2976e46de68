#include "core/formula/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace montecopter {
namespace {

/// A missing number, as results store it.
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// [rows][width]; a value that does not change with time has one row.
struct Value {
  Index width = 1;
  bool over_time = false;
  std::vector<double> v = {};

  double at(Index row, Index k) const {
    return v[(over_time ? row : 0) * width + (width == 1 ? 0 : k)];
  }
  Index rows() const { return v.size() / width; }
};

double truth(bool holds) { return holds ? 1.0 : 0.0; }

double power(double base, Index exponent) {
  double product = base;
  for (Index k = 1; k < exponent; ++k) product *= base;
  return product;
}

class Machine {
 public:
  Machine(std::span<const FormulaTrace> signals, Index rows, double period_s,
          std::span<const FormulaRows> windows, std::span<const double> reduced = {})
      : signals_(signals), windows_(windows), reduced_(reduced), rows_(rows), period_s_(period_s) {}

  void run(const Formula& formula) {
    for (std::size_t i = 0; i < formula.steps.size(); ++i) {
      const FormulaStep& s = formula.steps[i];
      const bool takes_one = s.op == FormulaOp::signal && i + 1 < formula.steps.size() &&
                             formula.steps[i + 1].op == FormulaOp::component;
      if (takes_one) {
        push_component(signals_[s.index], formula.steps[++i].index);
      } else {
        step(s);
      }
    }
  }

  double result() const { return stack_.back().v[0]; }
  std::vector<double> result_rows() {
    const Value value = pop();
    std::vector<double> rows(rows_);
    for (std::size_t row = 0; row < rows_; ++row) rows[row] = value.at(row, 0);
    return rows;
  }

 private:
  void step(const FormulaStep& s) {
    switch (s.op) {
      case FormulaOp::number:
        return stack_.push_back({1, false, {s.number}});
      case FormulaOp::time:
        return push_times();
      case FormulaOp::signal:
        return push_signal(signals_[s.index]);
      case FormulaOp::component:
        return keep_component(s.index);
      case FormulaOp::negate:
        return each([](double a) { return -a; });
      case FormulaOp::abs:
        return each([](double a) { return std::abs(a); });
      case FormulaOp::sqrt:
        return each([](double a) { return std::sqrt(a); });
      case FormulaOp::power:
        return each([&](double a) { return power(a, s.index); });
      case FormulaOp::add:
        return each_pair([](double a, double b) { return a + b; });
      case FormulaOp::subtract:
        return each_pair([](double a, double b) { return a - b; });
      case FormulaOp::multiply:
        return each_pair([](double a, double b) { return a * b; });
      case FormulaOp::divide:
        return each_pair([](double a, double b) { return a / b; });
      case FormulaOp::smaller:
        return each_pair([](double a, double b) { return b < a || std::isnan(b) ? b : a; });
      case FormulaOp::larger:
        return each_pair([](double a, double b) { return a < b || std::isnan(b) ? b : a; });
      case FormulaOp::less:
        return each_pair([](double a, double b) { return truth(a < b); });
      case FormulaOp::less_equal:
        return each_pair([](double a, double b) { return truth(a <= b); });
      case FormulaOp::greater:
        return each_pair([](double a, double b) { return truth(a > b); });
      case FormulaOp::greater_equal:
        return each_pair([](double a, double b) { return truth(a >= b); });
      case FormulaOp::equal:
        return each_pair([](double a, double b) { return truth(a == b); });
      case FormulaOp::unequal:
        return each_pair([](double a, double b) { return truth(a < b || a > b); });
      case FormulaOp::both:
        return each_pair([](double a, double b) { return truth(a != 0.0 && b != 0.0); });
      case FormulaOp::either:
        return each_pair([](double a, double b) { return truth(a != 0.0 || b != 0.0); });
      case FormulaOp::inverse:
        return each([](double a) { return truth(a == 0.0); });
      case FormulaOp::norm:
        return over_components([](double sum, double a) { return std::fma(a, a, sum); }, true);
      case FormulaOp::sum:
        return over_components([](double sum, double a) { return sum + a; }, false);
      case FormulaOp::minimum:
        return over_rows(s.index, [](const Series& a) { return a(extreme(a, -1.0)); });
      case FormulaOp::maximum:
        return over_rows(s.index, [](const Series& a) { return a(extreme(a, 1.0)); });
      case FormulaOp::mean:
        return over_rows(s.index,
                         [](const Series& a) { return sum(a) / static_cast<double>(a.rows); });
      case FormulaOp::rms:
        return over_rows(s.index, [](const Series& a) { return rms(a); });
      case FormulaOp::first:
        return over_rows(s.index, [](const Series& a) { return a(0); });
      case FormulaOp::final:
        return over_rows(s.index, [](const Series& a) { return a(a.rows - 1); });
      case FormulaOp::integral:
        return over_rows(s.index, [&](const Series& a) {
          return (sum(a) - 0.5 * (a(0) + a(a.rows - 1))) * period_s_;
        });
      case FormulaOp::time_of_minimum:
        return over_rows(s.index, [&](const Series& a) { return time_of_extreme(a, -1.0); });
      case FormulaOp::time_of_maximum:
        return over_rows(s.index, [&](const Series& a) { return time_of_extreme(a, 1.0); });
      case FormulaOp::reduced: {
        const auto first = reduced_.begin() + static_cast<std::ptrdiff_t>(s.index);
        return stack_.push_back(
            {s.width, false, {first, first + static_cast<std::ptrdiff_t>(s.width)}});
      }
      case FormulaOp::at:  // only flights know: reduced
        return over_rows(0, [](const Series&) { return missing; });
      case FormulaOp::first_time:
      case FormulaOp::last_time:
      case FormulaOp::fraction:
        return against_level(s);
    }
  }

  /// One component over time: `rows` values from row `first` on.
  struct Series {
    const Value& value;
    Index k, first, rows;
    double operator()(std::size_t row) const { return value.at(first + row, k); }
  };

  /// Series of a window that is counted from 1, or of all rows.
  Series series(const Value& value, Index k, Index window) const {
    if (window == 0) return {value, k, 0, rows_};
    const FormulaRows& asked = windows_[window - 1];
    const Index end = std::min(rows_, asked.end), first = std::min(end, asked.first);
    return {value, k, first, end - first};
  }

  /// The first row with the largest of sign * a, or with a NaN if there is one.
  static std::size_t extreme(const Series& a, double sign) {
    std::size_t most = 0;
    for (std::size_t row = 0; row < a.rows; ++row) {
      if (a(row) != a(row)) return row;
      if (sign * a(row) > sign * a(most)) most = row;
    }
    return most;
  }
  double time_of_extreme(const Series& a, double sign) const {
    const std::size_t row = extreme(a, sign);
    return std::isfinite(a(row)) ? time_s(a.first + row) : missing;
  }
  double time_s(std::size_t row) const { return static_cast<double>(row) * period_s_; }
  static double sum(const Series& a) {
    double total = 0.0;
    for (std::size_t row = 0; row < a.rows; ++row) total += a(row);
    return total;
  }
  static double rms(const Series& a) {
    double total = 0.0;
    for (std::size_t row = 0; row < a.rows; ++row) total = std::fma(a(row), a(row), total);
    return std::sqrt(total / static_cast<double>(a.rows));
  }

  Value pop() {
    Value value = std::move(stack_.back());
    stack_.pop_back();
    return value;
  }

  void push_times() {
    Value times{1, true, std::vector<double>(rows_)};
    for (std::size_t row = 0; row < rows_; ++row) {
      times.v[row] = time_s(row);
    }
    stack_.push_back(std::move(times));
  }

  void push_signal(const FormulaTrace& trace) {
    const Index count = rows_ * trace.width;
    stack_.push_back({trace.width, true, std::vector<double>(trace.values, trace.values + count)});
  }

  /// A signal and one of its components, without a copy of the others.
  void push_component(const FormulaTrace& trace, Index k) {
    Value one{1, true, std::vector<double>(rows_)};
    for (Index row = 0; row < rows_; ++row) one.v[row] = trace.values[row * trace.width + k];
    stack_.push_back(std::move(one));
  }

  void keep_component(Index k) {
    const Value all = pop();
    Value one{1, all.over_time, std::vector<double>(all.rows())};
    for (std::size_t row = 0; row < all.rows(); ++row) one.v[row] = all.at(row, k);
    stack_.push_back(std::move(one));
  }

  template <class Map>
  void each(Map map) {
    for (double& a : stack_.back().v) a = map(a);
  }

  template <class Combine>
  void each_pair(Combine combine) {
    Value b = pop(), a = pop();
    // Nearly always the numbers of one find their places in the other.
    if (a.v.size() == b.v.size() && a.width == b.width) {
      for (std::size_t i = 0; i < a.v.size(); ++i) a.v[i] = combine(a.v[i], b.v[i]);
      a.over_time = a.over_time || b.over_time;
      return stack_.push_back(std::move(a));
    }
    if (b.v.size() == 1) {
      for (double& one : a.v) one = combine(one, b.v[0]);
      a.over_time = a.over_time || b.over_time;
      return stack_.push_back(std::move(a));
    }
    if (a.v.size() == 1) {
      for (double& one : b.v) one = combine(a.v[0], one);
      b.over_time = a.over_time || b.over_time;
      return stack_.push_back(std::move(b));
    }
    Value c{std::max(a.width, b.width), a.over_time || b.over_time, {}};
    const std::size_t rows = c.over_time ? rows_ : 1;
    c.v.reserve(rows * c.width);
    for (std::size_t row = 0; row < rows; ++row) {
      for (Index k = 0; k < c.width; ++k) c.v.push_back(combine(a.at(row, k), b.at(row, k)));
    }
    stack_.push_back(std::move(c));
  }

  template <class Add>
  void over_components(Add add, bool take_root) {
    const Value all = pop();
    Value one{1, all.over_time, std::vector<double>(all.rows(), 0.0)};
    for (std::size_t row = 0; row < all.rows(); ++row) {
      for (Index k = 0; k < all.width; ++k) one.v[row] = add(one.v[row], all.at(row, k));
      if (take_root) one.v[row] = std::sqrt(one.v[row]);
    }
    stack_.push_back(std::move(one));
  }

  template <class Reduce>
  void over_rows(Index window, Reduce reduce) {
    const Value all = pop();
    Value one{all.width, false, {}};
    for (Index k = 0; k < all.width; ++k) {
      const Series a = series(all, k, window);
      one.v.push_back(a.rows == 0 ? missing : reduce(a));
    }
    stack_.push_back(std::move(one));
  }

  void against_level(const FormulaStep& step) {
    const Value level = pop(), all = pop();
    Value one{std::max(all.width, level.width), false, {}};
    for (Index k = 0; k < one.width; ++k) {
      const Series a = series(all, k, step.index);
      one.v.push_back(a.rows == 0 ? missing : against_level(step.op, a, level.at(0, k)));
    }
    stack_.push_back(std::move(one));
  }

  double against_level(FormulaOp op, const Series& a, double level) const {
    double first = missing, last = 0.0, above = 0.0;
    for (std::size_t row = 0; row < a.rows; ++row) {
      if (!(a(row) > level)) continue;
      last = time_s(a.first + row);
      if (above == 0.0) first = last;
      above += 1.0;
    }
    if (op == FormulaOp::fraction) return above / static_cast<double>(a.rows);
    return op == FormulaOp::first_time ? first : last;
  }

  std::span<const FormulaTrace> signals_;
  std::span<const FormulaRows> windows_;
  std::span<const double> reduced_;
  std::size_t rows_;
  double period_s_;
  std::vector<Value> stack_;
};

double finite_result(Machine& machine, const Formula& formula) {
  machine.run(formula);
  const double result = machine.result() + 0.0;  // never -0
  return std::isfinite(result) ? result : missing;
}

}  // namespace

double evaluate(const Formula& formula, std::span<const FormulaTrace> signals, Index rows,
                double period_s, std::span<const FormulaRows> windows) {
  Machine machine(signals, rows, period_s, windows);
  return finite_result(machine, formula);
}

double evaluate(const Formula& formula, std::span<const double> reduced) {
  Machine machine({}, 0, 0.0, {}, reduced);
  return finite_result(machine, formula);
}

std::vector<double> evaluate_rows(const Formula& formula, std::span<const FormulaTrace> columns,
                                  Index rows) {
  Machine machine(columns, rows, 0.0, {});
  machine.run(formula);
  return machine.result_rows();
}

}  // namespace montecopter
