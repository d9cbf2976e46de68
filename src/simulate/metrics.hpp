#pragma once
/// The metrics of one flight from what the kernel kept, in the order of plan.hpp's `metrics`.

#include <array>

#include "plan/plan.hpp"
#include "simulate/kernel_api.hpp"

namespace montecopter {

std::array<double, metrics.size()> compute_metrics(const LaneIo& flown, double step_s);
/// Of a flight that followed a trajectory.
std::array<double, tracking_metrics.size()> compute_tracking_metrics(const LaneIo& flown);
/// Of a flight that followed a step; NaN: it has not come so far.
std::array<double, step_metrics.size()> compute_step_metrics(const LaneIo& flown,
                                                             double look_period_s);
/// Of a flight with an estimator: estimation_metrics, then consistency_metrics. What no reading has
/// told is the one NaN.
std::array<double, estimation_metrics.size() + consistency_metrics.size()>
compute_estimation_metrics(const LaneIo& flown);
std::array<double, wind_metrics.size()> compute_wind_metrics(const LaneIo& flown);

}  // namespace montecopter
