#include "core/formula/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/formula/grammar.hpp"

namespace montecopter {
namespace {

constexpr std::array<FormulaFunction, 19> formula_functions = {{
    {"abs", 1, FormulaOp::abs},
    {"sqrt", 1, FormulaOp::sqrt},
    {"norm", 1, FormulaOp::norm},
    {"sum", 1, FormulaOp::sum},
    {"min", 2, FormulaOp::smaller},
    {"max", 2, FormulaOp::larger},
    {"min", 1, FormulaOp::minimum},
    {"max", 1, FormulaOp::maximum},
    {"mean", 1, FormulaOp::mean},
    {"rms", 1, FormulaOp::rms},
    {"first", 1, FormulaOp::first},
    {"final", 1, FormulaOp::final},
    {"integral", 1, FormulaOp::integral},
    {"time_of_min", 1, FormulaOp::time_of_minimum},
    {"time_of_max", 1, FormulaOp::time_of_maximum},
    {"at", 1, FormulaOp::at},
    {"first_time", 2, FormulaOp::first_time},
    {"last_time", 2, FormulaOp::last_time},
    {"fraction", 2, FormulaOp::fraction},
}};

/// Names are those of signals, t, in functions over time those of windows, and in `at` those of
/// moments.
class MetricParser : FormulaGrammar {
 public:
  MetricParser(std::string_view text, const FormulaNames& names)
      : FormulaGrammar(text, "formula", formula_functions),
        signals_(names.signals),
        windows_(names.windows),
        moments_(names.moments) {}

  Formula parse() {
    const Type type = whole();
    if (type.kind == Type::Kind::window) {
      fail(0, "the formula is a window", one_why,
           "Apply a function to it: max(airspeed, climb), for example");
    }
    if (type.over_time) {
      fail(0, "the formula gives a value at every time", one_why,
           "Reduce it to one number: max(...), mean(...), rms(...), final(...) or integral(...), "
           "for example");
    }
    if (type.kind == Type::Kind::moment) {
      fail(0, "the formula is a moment", one_why, "Write at(position.z, end), for example");
    }
    if (type.width != 1) fail(0, fmt::format("the formula gives {} numbers", type.width), one_why);
    check_moments();
    return std::move(formula_);
  }

 private:
  static constexpr const char* one_why = "a metric is one number per flight";

  /// Refuses `at` inside of another function over time, and around one.
  void check_moments() const {
    const auto is_at = [](const FormulaStep& s) { return s.op == FormulaOp::at; };
    if (std::none_of(formula_.steps.begin(), formula_.steps.end(), is_at)) return;
    if (!nests_over_time(formula_)) return;
    fail(0, "at(...) and another function over time are nested",
         "each goes over the flight once, at the same time",
         "Move at(...) out of the other function, or the other function out of at(...)");
  }

  Type expression() override { return sum(); }
  std::string primaries() const override { return "a number, t, a signal"; }

  Type name() override {
    const std::size_t start = at_;
    if (take('"')) fail(start, "'\"' is not expected here", "names of signals have no quotes");
    const std::string_view name = word();
    if (name == "t") {
      emit(FormulaOp::time);
      return {1, true};
    }
    const Index window = first_index(windows_, name);
    if (window < windows_.size()) return {.kind = Type::Kind::window, .set = window};
    const Index moment = first_index(moments_, name);
    if (moment < moments_.size()) return {.kind = Type::Kind::moment, .set = moment};
    const Index found =
        first_index_if(signals_, [&](const FormulaSignal& s) { return s.name == name; });
    if (found == signals_.size()) fail_signal(name, start);
    const FormulaSignal& signal = signals_[found];
    if (!signal.missing.empty()) {
      fail(start, fmt::format("the signal '{}' does not exist here", name), signal.missing);
    }
    emit(FormulaOp::signal, 0.0, found);
    return component_of(signal);
  }

  [[noreturn]] void fail_signal(std::string_view name, std::size_t at) const {
    std::vector<std::string> names = {"t"};
    for (const FormulaSignal& signal : signals_) names.push_back(signal.name);
    names.insert(names.end(), windows_.begin(), windows_.end());
    for (const std::string& moment : moments_) {
      if (!moment.empty()) names.push_back(moment);
    }
    fail_unknown(at, fmt::format("there is no signal '{}'", name), name, names);
  }

  /// `.x`, `[2]` or all of them.
  Type component_of(const FormulaSignal& signal) {
    if (take('[')) {
      const std::size_t at = at_;
      while (!is_at_end() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
      const auto index = parse_int(text_.substr(at, at_ - at));
      const Index component = index ? static_cast<Index>(*index) : signal.width;
      if (component >= signal.width) {
        fail(at, fmt::format("'{}' has no such component", signal.name),
             fmt::format("they count from 0 to {}", signal.width - 1));
      }
      expect(']');
      emit(FormulaOp::component, 0.0, component);
      return {1, true};
    }
    if (!take('.')) return {signal.width, true};
    const std::size_t at = at_;
    const std::string_view part = word();
    const Index found = first_index(signal.parts, part);
    if (found == signal.parts.size()) {
      fail(at, fmt::format("'{}' has no component '{}'", signal.name, part), "",
           signal.parts.empty() ? fmt::format("Use {}[0], for example", signal.name)
                                : "Use one of " + join(signal.parts, " or "));
    }
    emit(FormulaOp::component, 0.0, found);
    return {1, true};
  }

  const std::vector<FormulaSignal>& signals_;
  const std::vector<std::string>& windows_;
  const std::vector<std::string>& moments_;
};

}  // namespace

Index formula_operands(FormulaOp op) {
  using Op = FormulaOp;
  if (op <= Op::signal || op == Op::reduced) return 0;
  const bool takes_two = (op >= Op::add && op <= Op::divide) || op == Op::smaller ||
                         op == Op::larger || (op >= Op::less && op <= Op::either) ||
                         compares_with_level(op);
  return takes_two ? 2 : 1;
}

bool nests_over_time(const Formula& formula) {
  std::vector<bool> has_one;  // whether each value on the stack was made by a function over time
  for (const FormulaStep& step : formula.steps) {
    bool has = false;
    for (Index k = formula_operands(step.op); k > 0; --k) {
      has = has || has_one.back();
      has_one.pop_back();
    }
    if (is_over_time(step.op) && has) return true;
    has_one.push_back(has || is_over_time(step.op));
  }
  return false;
}

Formula parse_formula(std::string_view text, const FormulaNames& names) {
  return MetricParser(text, names).parse();
}

}  // namespace montecopter
