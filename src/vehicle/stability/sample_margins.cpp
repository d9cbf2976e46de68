#include "vehicle/stability/sample_margins.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/index.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {
namespace {

AxisMargins limited(const LoopMargins& margins) {
  return {std::min(margins.gain_db(), most_gain_db), std::min(margins.phase_deg.value, 180.0)};
}

/// Margins of an unstable loop: none.
SampleMargins nothing_left() {
  SampleMargins left{0, 0, 0, 0};
  left.axes.fill({0, 0});
  return left;
}

/// Longest delay in the search, for a sampled loop.
double longest_delay_s(const HoverLoop& loop) { return 100 * loop.period_s; }

double delay_of(const HoverLoop& loop, const CommandMargins& margins) {
  if (loop.period_s > 0) return margins.later_s.value_or(longest_delay_s(loop));
  const double by_phase_s = least_delay_s(margins.axes);
  return std::isfinite(by_phase_s) ? by_phase_s : stored_nan;
}

SampleMargins margins_of_sample(const Plan& plan, const Scenario& drawn, const ControlPlan& control,
                                std::span<const double> control_row) {
  const auto loop = hover_loop(plan, drawn, control, {control_row.begin(), control_row.end()});
  if (!loop) return {};
  const LoopModel model = without_unobservable_states(closed(*loop));
  if (!(model.growth_1_s() <= least_growth_1_s)) return nothing_left();  // or overflows
  const CommandMargins margins = command_margins(*loop, model);
  SampleMargins least{most_gain_db, 180, delay_of(*loop, margins), margins.at_once.alpha.value};
  const std::vector<std::string> names = commanded_axes(*loop);
  for (const BrokenLoop& broken : margins.axes) {
    AxisMargins& axis = least.axes[first_index(names, broken.name)];
    axis = limited(broken.margins);
    least.gain_db = std::min(least.gain_db, axis.gain_db);
    least.phase_deg = std::min(least.phase_deg, axis.phase_deg);
  }
  return least;
}

}  // namespace

void compute_margins(Plan& plan) {
  plan.margins_of_sample = margins_of_sample;
  for (Plan& variant : plan.variants) compute_margins(variant);
}

}  // namespace montecopter
