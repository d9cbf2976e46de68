#pragma once
/// Metrics of step responses, evaluated at the controller's updates.

#include <array>
#include <cmath>

#include "dynamics/trajectories/trajectory.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/outcome.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Whether an update came after the step.
inline bool has_stepped(const FlownSample& f) {
  return f.totals.step_response.last_s > f.totals.step_response.step_s;
}

inline double rise_time_s(const FlownSample& f) {
  const StepResponse& r = f.totals.step_response;
  const bool is_up = has_stepped(f) && r.nine_tenths_s < not_yet_s;
  return is_up ? r.nine_tenths_s - r.tenth_s : stored_nan;
}

inline double overshoot(const FlownSample& f) {
  const StepResponse& r = f.totals.step_response;
  if (!has_stepped(f)) return stored_nan;
  return r.most_progress > 1.0 ? r.most_progress - 1.0 : 0.0;
}

/// The update after the last one outside is the first that counts.
inline double settling_time_s(const FlownSample& f) {
  const StepResponse& r = f.totals.step_response;
  if (!has_stepped(f) || !(r.unsettled_s < r.last_s)) return stored_nan;
  return r.unsettled_s < 0 ? 0.0 : r.unsettled_s + f.controller_period_s - r.step_s;
}

inline double steady_state_error_m(const FlownSample& f) {
  if (!has_stepped(f)) return stored_nan;
  double error2 = 0.0;
  for (const double e : f.totals.step_response.end_error) error2 = std::fma(e, e, error2);
  return std::sqrt(error2);
}

inline constexpr auto step_metrics = std::to_array<FlightMetric>({
    {{"rise_time_s", "s", "time from 10 % to 90 % of the step",
      "90 % is not reached, or the flight ends before the step"},
     rise_time_s},
    {{"overshoot", "1", "largest overshoot past the end of the step, as a fraction of its length",
      "the flight ends before the step"},
     overshoot},
    {{"settling_time_s", "s",
      "time from the step until the error stays within 2 % of its length at all later control "
      "updates",
      "the error is larger at the last update, or the flight ends before the step"},
     settling_time_s},
    {{"steady_state_error_m", "m",
      "magnitude of the mean position error vector over the last tenth of the flight",
      "the flight ends before the step"},
     steady_state_error_m},
});

inline constexpr MetricGroup step_group = {
    "that follow a step",
    [](const Scenario& s) { return s.trajectory && has_step_response(*s.trajectory); },
    step_metrics};

}  // namespace montecopter
