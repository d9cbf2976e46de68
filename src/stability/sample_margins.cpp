#include "simulate/setup/sample_margins.hpp"

#include <algorithm>
#include <cmath>

#include "stability/hover_margins.hpp"

namespace montecopter {
namespace {

/// Of a sampled loop no longer one is looked for.
double longest_delay_s(const HoverLoop& loop) { return 100 * loop.period_s; }

double delay_of(const HoverLoop& loop, const CommandMargins& margins) {
  if (loop.period_s > 0) return margins.later_s.value_or(longest_delay_s(loop));
  const double by_phase_s = least_delay_s(margins.axes);
  return std::isfinite(by_phase_s) ? by_phase_s : stored_nan;
}

}  // namespace

SampleMargins margins_of_sample(const Plan& plan, const Scenario& drawn, const ControlPlan& control,
                                std::span<const double> control_row) {
  const auto loop = hover_loop(plan, drawn, control, {control_row.begin(), control_row.end()});
  if (!loop) return {};
  const LoopModel model = without_unseen(closed(*loop));
  if (!(model.growth_1_s() <= least_growth_1_s)) return {0, 0, 0, 0};  // or it has overflowed
  const CommandMargins margins = command_margins(*loop, model);
  SampleMargins least{most_gain_db, 180, delay_of(*loop, margins), margins.at_once.alpha.value};
  for (const BrokenLoop& axis : margins.axes) {
    least.gain_db = std::min(least.gain_db, axis.margins.gain_db());
    least.phase_deg = std::min(least.phase_deg, axis.margins.phase_deg.value);
  }
  return least;
}

}  // namespace montecopter
