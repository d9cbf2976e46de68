#include "simulate/formula_metrics.hpp"

#include "core/formula/evaluate.hpp"
#include "scenario/derived/formula_signals.hpp"
#include "scenario/derived/signal_columns.hpp"

namespace montecopter {

FormulaMetrics::FormulaMetrics(const Plan& plan)
    : formulas_(metric_formulas(plan.scenario)),
      outputs_(static_cast<Index>(plan.outputs)),
      output_every_(plan.time.output_every),
      period_s_(static_cast<double>(plan.time.output_every) * plan.time.step_s) {
  for (const StepRange& steps : plan.time.windows) {
    const TraceRows rows = steps.rows(output_every_);
    windows_.push_back({static_cast<Index>(rows.first), static_cast<Index>(rows.end)});
  }
  const std::vector<SignalColumn> signals = all_signal_columns(plan.scenario);
  for (std::size_t s = 0; s < signals.size(); ++s) {
    widths_[s] = static_cast<Index>(signals[s].width);
    needed_[s] = is_named(formulas_, s);
  }
}

std::vector<double> FormulaMetrics::compute(const LaneIo& flown) const {
  std::array<FormulaTrace, signal_count> traces;
  for (std::size_t s = 0; s < signal_count; ++s) {
    traces[s] = {flown.traces[s], widths_[s]};
  }
  const auto rows =
      static_cast<Index>(flown.steps_flown / output_every_ + 1);  // the last one has a state
  std::vector<double> values;
  for (const Formula& formula : formulas_) {
    values.push_back(evaluate(formula, traces, rows, period_s_, windows_));
  }
  return values;
}

}  // namespace montecopter
