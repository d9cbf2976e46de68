#include "simulate/trim_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "simulate/setup/sample_builder.hpp"

namespace montecopter {

std::vector<Problem> trim_warnings(const Plan& whole) {
  const Plan& plan = whole.at(0);
  if (!plan.scenario.simulation.initial.trimmed) return {};
  const PreparedFlights prepared(plan);
  SampleBuilder builder(plan, prepared);
  SampleRow row = prepared.make_row();
  std::vector<double> inputs(plan.inputs());
  const std::int64_t looked = std::min<std::int64_t>(row_count(plan.scenario), 16);
  std::int64_t count = 0, without = 0;
  InvalidReason reason = InvalidReason::none;
  for (; count < looked && plan.point_of(count) == plan.point_of(0); ++count) {
    const InvalidReason of_row = builder.build(count, inputs, row);
    if (of_row != InvalidReason::no_trim && of_row != InvalidReason::trim_voltage) continue;
    ++without, reason = of_row;
  }
  if (without == 0) return {};
  return {
      {.where = "simulation.initial.trimmed",
       .what = fmt::format("{} of the first {} samples have no trim to start from", without, count),
       .why = reason == InvalidReason::no_trim
                  ? "no steady flight at that velocity and wind is within the vehicle's limits"
                  : "the battery voltage is too low for the commands of steady flight",
       .suggestion = "Run `montecopter trim`, or reduce the wind or the velocity",
       .is_warning = true}};
}

}  // namespace montecopter
