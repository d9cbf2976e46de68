#include "simulate/formula_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace montecopter {
namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

FormulaOperand over_time(int first, int width) {
  return {first, width == 1 ? 0 : formula_stride, 1};
}

/// Components of the value of a step.
int width_of(const FormulaRowStep& step) {
  return step.op == FormulaOp::norm || step.op == FormulaOp::sum ? 1 : step.width;
}

}  // namespace

FormulaProgram::FormulaProgram(std::span<const Index> widths, std::span<const FormulaRows> windows,
                               double period_s, int end)
    : widths_(widths.begin(), widths.end()),
      windows_(windows.begin(), windows.end()),
      period_s_(period_s),
      end_(end) {}

void FormulaProgram::add(const Formula& formula) {
  struct Begin {
    std::size_t step, rest;  ///< where the steps of a value begin
  };
  std::vector<Begin> stack;
  Formula rest;
  for (std::size_t i = 0; i < formula.steps.size(); ++i) {
    const FormulaStep& step = formula.steps[i];
    Begin begin = {i, rest.steps.size()};
    for (Index k = formula_operands(step.op); k > 0; --k) {
      begin = stack.back();
      stack.pop_back();
    }
    stack.push_back(begin);
    if (!is_over_time(step.op)) {
      rest.steps.push_back(step);
      continue;
    }
    add_reduction(step, std::span(formula.steps).subspan(begin.step, i - begin.step));
    rest.steps.resize(begin.rest);
    const auto width = static_cast<Index>(reductions_.back().width);
    rest.steps.push_back({FormulaOp::reduced, 0.0, reduced_, width});
    reduced_ += width;
  }
  rests_.push_back(std::move(rest));
}

void FormulaProgram::add_reduction(const FormulaStep& step,
                                   std::span<const FormulaStep> arguments) {
  FormulaReduction r;
  r.op = step.op;
  r.first_step = static_cast<int>(steps_.size());
  const std::vector<Value> values = rows_of(arguments);
  r.end_step = static_cast<int>(steps_.size());
  r.value = values.front().place;
  r.level = values.back().place;
  for (const Value& value : values) r.width = std::max(r.width, value.width);
  for (const Value& value : values) release(value);
  r.sums = memory_;
  memory_ += r.width * reduction_sums;
  sums_ += static_cast<Index>(r.width * reduction_sums);
  r.end_row = no_end;
  if (step.op == FormulaOp::at) {
    r.moment = static_cast<int>(step.index);
  } else if (step.index > 0) {
    const FormulaRows& window = windows_[step.index - 1];
    r.first_row = static_cast<std::int64_t>(window.first);
    r.end_row = static_cast<std::int64_t>(window.end);
  }
  reductions_.push_back(r);
}

/// The values that steps without functions over time leave on the stack.
std::vector<FormulaProgram::Value> FormulaProgram::rows_of(std::span<const FormulaStep> steps) {
  std::vector<Value> stack;
  for (const FormulaStep& step : steps) {
    const Index operands = formula_operands(step.op);
    if (operands == 0) {
      stack.push_back(value_of(step));
      continue;
    }
    if (step.op == FormulaOp::component) {
      Value& all = stack.back();
      all.place.first += static_cast<int>(step.index) * formula_stride;
      all.place.per_component = 0;
      all.width = 1;
      continue;
    }
    const Value b = stack.back();
    if (operands == 2) stack.pop_back();
    const Value a = stack.back();
    stack.pop_back();
    const int width = std::max(a.width, b.width), exponent = static_cast<int>(step.index);
    FormulaRowStep row = {step.op, false, a.place, b.place, {}, 0, width, exponent};
    if (const auto known = shared(row, a, b)) {
      stack.push_back(*known);
      continue;
    }
    release(a);
    if (operands == 2) release(b);
    const Value to = temporary(width_of(row));
    row.to = to.place.first;
    steps_.push_back(row);
    fuse_product(a, b);
    stack.push_back(to);
  }
  return stack;
}

/// The value of a step that takes much longer than a sum, of signals: it is computed once, for all
/// reductions that need it.
std::optional<FormulaProgram::Value> FormulaProgram::shared(FormulaRowStep step, const Value& a,
                                                            const Value& b) {
  const bool is_slow = step.op == FormulaOp::norm || step.op == FormulaOp::sum ||
                       step.op == FormulaOp::sqrt || step.op == FormulaOp::divide;
  if (!is_slow || a.is_temporary || b.is_temporary) return std::nullopt;
  const int width = width_of(step);
  for (const FormulaRowStep& other : shared_steps_) {
    step.to = other.to;
    if (step == other) return Value{over_time(other.to, width), width, false};
  }
  step.to = memory_;
  memory_ += width * formula_stride;
  shared_steps_.push_back(step);
  return Value{over_time(step.to, width), width, false};
}

/// Makes one step of the last two, which are b * c and a + it. The product had a place of its own,
/// which nothing else reads.
void FormulaProgram::fuse_product(const Value& a, const Value& b) {
  if (steps_.size() < 2) return;
  FormulaRowStep& sum = steps_.back();
  const FormulaRowStep& product = steps_[steps_.size() - 2];
  const bool fits = sum.op == FormulaOp::add && !sum.adds_product && b.is_temporary &&
                    product.op == FormulaOp::multiply && product.to == b.place.first &&
                    product.width == sum.width && a.width == sum.width && b.width == sum.width &&
                    a.place.per_row != 0;
  if (!fits) return;
  const bool number_first = product.a.per_row == 0;
  const FormulaOperand number = number_first ? product.a : product.b;
  const FormulaOperand other = number_first ? product.b : product.a;
  if (number.per_row != 0 || other.per_row == 0 || other.first == product.to) return;
  sum.adds_product = true;
  sum.b = other, sum.c = number;
  steps_.erase(steps_.end() - 2);
}

FormulaProgram::Value FormulaProgram::value_of(const FormulaStep& step) {
  if (step.op == FormulaOp::time) return {over_time(0, 1), 1, false};
  if (step.op == FormulaOp::number) return constant(step.number);
  return signal(step.index);
}

FormulaProgram::Value FormulaProgram::signal(Index which) {
  const int number = static_cast<int>(which), width = static_cast<int>(widths_[which]);
  for (const FormulaInput& input : inputs_) {
    if (input.signal == number) return {over_time(input.first, width), width, false};
  }
  inputs_.push_back({number, memory_});
  memory_ += width * formula_stride;
  return {over_time(inputs_.back().first, width), width, false};
}

FormulaProgram::Value FormulaProgram::constant(double number) {
  constants_.push_back({number, memory_++});
  return {{constants_.back().place, 0, 0}, 1, false};
}

/// A place for a value. It may be that of an operand of the same width, since operations go from
/// number to number.
FormulaProgram::Value FormulaProgram::temporary(int width) {
  std::vector<int>& places = free_[width];
  if (places.empty()) {
    places.push_back(memory_);
    memory_ += width * formula_stride;
  }
  const int first = places.back();
  places.pop_back();
  return {over_time(first, width), width, true};
}

void FormulaProgram::release(const Value& value) {
  if (value.is_temporary) free_[value.width].push_back(value.place.first);
}

FormulaPlan FormulaProgram::plan() const {
  FormulaPlan plan;
  plan.inputs = inputs_.data();
  plan.constants = constants_.data();
  plan.shared_steps = shared_steps_.data();
  plan.steps = steps_.data();
  plan.reductions = reductions_.data();
  plan.input_count = static_cast<int>(inputs_.size());
  plan.constant_count = static_cast<int>(constants_.size());
  plan.shared_count = static_cast<int>(shared_steps_.size());
  plan.reduction_count = static_cast<int>(reductions_.size());
  plan.memory = reductions_.empty() ? 0 : memory_;
  plan.end = end_;
  plan.has_moments = std::any_of(reductions_.begin(), reductions_.end(),
                                 [](const auto& r) { return r.op == FormulaOp::at; });
  plan.period_s = period_s_;
  return plan;
}

/// The value of one component, of its sums.
double FormulaProgram::reduced(const FormulaReduction& r, const double* sums, Index rows) const {
  if (r.op == FormulaOp::at) return sums[0];
  const std::int64_t end = std::min(r.end_row, static_cast<std::int64_t>(rows));
  if (end <= r.first_row) return missing_value;
  const double count = static_cast<double>(end - r.first_row);
  switch (r.op) {
    case FormulaOp::mean:
      return sums[0] / count;
    case FormulaOp::rms:
      return std::sqrt(sums[0] / count);
    case FormulaOp::integral:
      return (sums[0] - 0.5 * (sums[1] + sums[2])) * period_s_;
    case FormulaOp::time_of_minimum:
    case FormulaOp::time_of_maximum:
      return std::isfinite(sums[0]) ? sums[1] : missing_value;
    case FormulaOp::last_time:
      return sums[1];
    case FormulaOp::fraction:
      return sums[2] / count;
    default:  // minimum, maximum, first, final, first_time
      return sums[0];
  }
}

std::vector<double> FormulaProgram::values(std::span<const double> sums, Index rows) const {
  std::vector<double> of_reductions, values;
  const double* next = sums.data();
  for (const FormulaReduction& r : reductions_) {
    for (int k = 0; k < r.width; ++k, next += reduction_sums) {
      of_reductions.push_back(reduced(r, next, rows));
    }
  }
  for (const Formula& rest : rests_) values.push_back(evaluate(rest, of_reductions));
  return values;
}

}  // namespace montecopter
