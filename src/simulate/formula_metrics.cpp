#include "simulate/formula_metrics.hpp"

#include "core/formula/evaluate.hpp"
#include "dynamics/events/event.hpp"
#include "scenario/derived/formula_signals.hpp"
#include "scenario/derived/signal_columns.hpp"

namespace montecopter {
namespace {

std::array<Index, signal_count> widths_of(const Scenario& scenario) {
  std::array<Index, signal_count> widths{};
  const std::vector<SignalColumn> signals = all_signal_columns(scenario);
  for (std::size_t s = 0; s < signals.size(); ++s) widths[s] = static_cast<Index>(signals[s].width);
  return widths;
}

std::vector<FormulaRows> windows_of(const Plan& plan) {
  std::vector<FormulaRows> windows;
  for (const StepRange& steps : plan.time.windows) {
    const TraceRows rows = steps.rows(plan.time.output_every);
    windows.push_back({static_cast<Index>(rows.first), static_cast<Index>(rows.end)});
  }
  return windows;
}

}  // namespace

FormulaMetrics::FormulaMetrics(const Plan& plan, FormulaWay way)
    : formulas_(metric_formulas(plan.scenario)),
      widths_(widths_of(plan.scenario)),
      windows_(windows_of(plan)),
      outputs_(static_cast<Index>(plan.outputs)),
      output_every_(plan.time.output_every),
      period_s_(static_cast<double>(plan.time.output_every) * plan.time.step_s),
      program_(widths_, windows_, period_s_, static_cast<int>(plan.scenario.event.size())) {
  std::vector<Formula> traced;
  for (const Formula& formula : formulas_) {
    if (way == FormulaWay::from_traces || nests_over_time(formula)) {
      traced.push_back(formula);
      in_program_.emplace_back();
    } else {
      in_program_.emplace_back(in_program_.size() - traced.size());
      program_.add(formula);
    }
  }
  for (Index s = 0; s < signal_count; ++s) needed_[s] = is_named(traced, s);
}

std::vector<double> FormulaMetrics::compute(const LaneIo& flown) const {
  std::array<FormulaTrace, signal_count> traces;
  for (std::size_t s = 0; s < signal_count; ++s) {
    traces[s] = {flown.traces[s], widths_[s]};
  }
  const auto rows =
      static_cast<Index>(flown.steps_flown / output_every_ + 1);  // the last one has a state
  const std::vector<double> in_flight =
      program_.values({flown.formula_sums, program_.sums()}, rows);
  std::vector<double> values;
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    values.push_back(in_program_[i] ? in_flight[*in_program_[i]]
                                    : evaluate(formulas_[i], traces, rows, period_s_, windows_));
  }
  return values;
}

}  // namespace montecopter
