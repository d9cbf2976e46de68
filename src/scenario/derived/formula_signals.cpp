#include "scenario/derived/formula_signals.hpp"

#include "dynamics/events/event.hpp"
#include "scenario/derived/signal_columns.hpp"

namespace montecopter {
namespace {

/// "x, y, z" -> its words; none if they are not one per component.
std::vector<std::string> part_names(const SignalColumn& column) {
  std::vector<std::string> names = {""};
  for (const char c : column.components) {
    if (c == ',') {
      names.emplace_back();
    } else if (c != ' ') {
      names.back() += c;
    }
  }
  if (std::ssize(names) != column.width || column.width == 1) return {};
  return names;
}

}  // namespace

FormulaNames formula_names(const Scenario& scenario) {
  FormulaNames names;
  for (const SignalColumn& column : all_signal_columns(scenario)) {
    const auto absence = signal_absence(column.name, scenario);
    names.signals.push_back({column.name, static_cast<Index>(column.width), part_names(column),
                             std::string(absence ? absence->why : "")});
  }
  for (const auto& [name, window] : scenario.window) names.windows.push_back(name);
  for (const Event& event : scenario.event) {
    names.moments.push_back(trigger_of(event).name);
  }
  names.moments.emplace_back("end");
  return names;
}

std::vector<Formula> metric_formulas(const Scenario& scenario) {
  if (scenario.metrics.empty()) return {};
  const FormulaNames names = formula_names(scenario);
  std::vector<Formula> formulas;
  for (const auto& [name, metric] : scenario.metrics) {
    formulas.push_back(parse_formula(metric.formula, names));
  }
  return formulas;
}

bool is_named(const std::vector<Formula>& formulas, std::size_t signal) {
  for (const Formula& formula : formulas) {
    for (const FormulaStep& step : formula.steps) {
      if (step.op == FormulaOp::signal && step.index == signal) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace montecopter
