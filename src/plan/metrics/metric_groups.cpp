/// The list of metric groups: which flights have which metrics, in the order of their columns. A
/// new group is a header with its rows and an entry here.

#include "dynamics/estimators/estimator.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "plan/metrics/battery_metrics.hpp"
#include "plan/metrics/estimation_metrics.hpp"
#include "plan/metrics/flight_metrics.hpp"
#include "plan/metrics/margin_metrics.hpp"
#include "plan/metrics/recorded_metrics.hpp"
#include "plan/metrics/step_metrics.hpp"
#include "plan/metrics/tracking_metrics.hpp"
#include "scenario/controls.hpp"
#include "scenario/estimator_sensors.hpp"

namespace montecopter {
namespace {

bool follows_step(const Scenario& scenario) {
  return scenario.trajectory && std::holds_alternative<StepTrajectory>(*scenario.trajectory);
}

bool carries_covariance(const Scenario& scenario) {
  return scenario.estimator && has_covariance(*scenario.estimator);
}

bool estimates_wind(const Scenario& scenario) {
  return scenario.estimator && sensors_of(*scenario.estimator).wind;
}

template <RecordedRows Recorded::*rows>
bool has_recorded(const Scenario& scenario) {
  return scenario.recorded && !((*scenario.recorded).*rows).empty();
}

template <class Kind>
bool has_margins_of(const Scenario& scenario) {
  return scenario.output.margins && std::holds_alternative<Kind>(*scenario.vehicle);
}

bool has_thrust_margins(const Scenario& scenario) {
  return has_margins_of<Multirotor>(scenario) && scenario.trajectory;
}

constexpr auto groups = std::to_array<MetricGroup>({
    {"all", [](const Scenario&) { return true; }, flight_metrics},
    {"that follow a trajectory", [](const Scenario& s) { return s.trajectory.has_value(); },
     tracking_metrics},
    {"that follow a step", follows_step, step_metrics},
    {"with an estimator", [](const Scenario& s) { return s.estimator.has_value(); },
     estimation_metrics},
    {"with an estimator that has a covariance", carries_covariance, consistency_metrics},
    {"with an estimator of the wind", estimates_wind, wind_metrics},
    {"with a battery", [](const Scenario& s) { return battery_of(*s.vehicle) != nullptr; },
     battery_metrics},
    {"beside a recorded position", has_recorded<&Recorded::position>, recorded_position_metrics},
    {"beside a recorded velocity", has_recorded<&Recorded::velocity>, recorded_velocity_metrics},
    {"beside a recorded attitude", has_recorded<&Recorded::attitude>, recorded_attitude_metrics},
    {"beside a recorded body rate", has_recorded<&Recorded::body_rate>, recorded_body_rate_metrics},
    {"with output.margins = true", [](const Scenario& s) { return s.output.margins; },
     margin_metrics},
    {"of multirotors with output.margins = true", has_margins_of<Multirotor>,
     attitude_margin_metrics},
    {"of multirotors with output.margins = true, along a trajectory", has_thrust_margins,
     thrust_margin_metrics},
    {"of helicopters with output.margins = true", has_margins_of<Helicopter>, servo_margin_metrics},
});

}  // namespace

std::span<const MetricGroup> metric_groups() { return groups; }

}  // namespace montecopter
