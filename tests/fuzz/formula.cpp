#include "core/formula/formula.hpp"

#include <fmt/format.h>

#include "core/formula/condition.hpp"
#include "fuzz/resolved.hpp"
#include "fuzz/targets.hpp"
#include "scenario/derived/formula_signals.hpp"

namespace montecopter::fuzz {
namespace {

/// Values that a step takes from the stack.
std::size_t taken(FormulaOp op) {
  switch (op) {
    case FormulaOp::number:
    case FormulaOp::time:
    case FormulaOp::signal:
      return 0;
    case FormulaOp::add:
    case FormulaOp::subtract:
    case FormulaOp::multiply:
    case FormulaOp::divide:
    case FormulaOp::smaller:
    case FormulaOp::larger:
    case FormulaOp::less:
    case FormulaOp::less_equal:
    case FormulaOp::greater:
    case FormulaOp::greater_equal:
    case FormulaOp::equal:
    case FormulaOp::unequal:
    case FormulaOp::both:
    case FormulaOp::either:
    case FormulaOp::first_time:
    case FormulaOp::last_time:
    case FormulaOp::fraction:
      return 2;
    default:
      return 1;
  }
}

/// Parses the input; what comes of it has to leave one value.
template <class Parse, class Names>
void parse_and_count(Parse parse, std::string_view input, const Names& names) {
  try {
    const Formula formula = parse(input, names);
    std::size_t height = 0;
    for (const FormulaStep& step : formula.steps) {
      if (taken(step.op) > height) finding("a step of a formula finds too little on the stack");
      height += 1 - taken(step.op);
    }
    if (height != 1) finding(fmt::format("a formula leaves {} values", height));
  } catch (const FormulaError& error) {
    if (error.at > input.size()) finding("a formula is said to be wrong behind its end");
  }
}

}  // namespace

void formula(std::string_view input) {
  static const FormulaNames names = formula_names(
      load_scenario_text(resolved_example("x500-estimated"), "fuzz.toml", "/").scenario);
  static const std::vector<ConditionColumn> columns = {{"max_tilt_deg", {"m_max_tilt_deg"}},
                                                       {"vehicle.mass_kg"},
                                                       {"status", {}, {"ok", "diverged"}}};
  parse_and_count(parse_formula, input, names);
  parse_and_count(parse_condition, input, columns);
}

}  // namespace montecopter::fuzz
