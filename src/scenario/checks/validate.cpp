#include "scenario/checks/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/signal_columns.hpp"
#include "scenario/derived/time_grid.hpp"
#include "scenario/derived/traces.hpp"

namespace montecopter {

namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

void check_name(const std::string& name, Report& report) {
  if (!report.clean("name")) return;
  const bool legal = !name.empty() && name[0] != '.' && name[0] != '-' &&
                     std::all_of(name.begin(), name.end(), is_name_character);
  if (legal) return;
  report.error("name", fmt::format("{} cannot be the name of a scenario", toml_quote(name)),
               "result files are named after it: letters, digits and . _ - only, not starting "
               "with . or -",
               report.is_written("name") ? "" : "Give a name = \"...\"");
}

void check_initial(const InitialState& initial, Report& report) {
  const std::string path = "simulation.initial.attitude";
  if (!report.clean(path)) return;
  double sum = 0;
  for (const double x : initial.attitude) sum += x * x;
  const double norm = std::sqrt(sum);
  if (std::abs(norm - 1) <= written_norm_error) return;
  report.error(path, fmt::format("the norm of the attitude quaternion is {:.6g}", norm),
               "it must be 1; only rounding to three digits is tolerated");
}

void check_geofence(const FlightLimits& limits, Report& report) {
  const std::string path = "simulation.limits.geofence";
  if (!limits.geofence || !report.clean(path)) return;
  const Geofence& fence = *limits.geofence;
  for (std::size_t k = 0; k < 3; ++k) {
    if (fence.low_m[k] < fence.high_m[k]) continue;
    report.error(path,
                 fmt::format("low_m has {} and high_m {} to the {}", fence.low_m[k],
                             fence.high_m[k], std::array{"north", "east", "bottom"}[k]),
                 "low_m must be below high_m in every component; down is positive");
    return;
  }
}

/// simulation.end = "event" needs an event of the type end. A touchdown needs a ground that the
/// centre of mass can reach, and has one meaning.
void check_end(const Scenario& scenario, Report& report) {
  const std::string path = "simulation.end";
  if (scenario.simulation.ends_by_event() && !scenario.has_end_event() && report.clean("event")) {
    report.error(
        path, "no event ends the flight", "simulation.end = \"event\" waits for one",
        "Add [[event]] with type = \"end\" and when = {altitude_below_m = 5.0}, for example");
  }
  if (!scenario.simulation.ends_at_touchdown() || !report.clean("simulation")) return;
  if (scenario.simulation.limits.ground) {
    report.error("simulation.limits.ground", "a touchdown cannot be both the end and a failure",
                 "simulation.end = \"touchdown\" ends flights at the ground as ok",
                 "Remove simulation.limits.ground");
  }
  if (!report.clean("environment")) return;
  const bool pushes =
      std::visit([]<class G>(const G&) { return G::pushes; }, scenario.environment->ground);
  if (!pushes) return;
  report.error(path, "this ground pushes the vehicle before its centre of mass is down",
               "a flight ends where its centre of mass comes to the ground",
               "Remove environment.ground, or set its type to \"sih2022\"");
}

void check_integrator(const Integrator& integrator, Report& report) {
  if (!report.clean("integrator.type")) return;
  const auto kind = integrator_kind(integrator.type);
  if (!kind || is_controlled(*kind)) return;
  for (const char* path : {"integrator.relative_tolerance", "integrator.absolute_tolerance"}) {
    if (!report.is_written(path)) continue;
    report.error(path, fmt::format("'{}' is given for {}", path, integrator.type),
                 "only a controlled integrator has a tolerance", "Remove it");
  }
}

void check_signals(const Scenario& scenario, Report& report) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < scenario.output.signals.size(); ++i) {
    const std::string& signal = scenario.output.signals[i];
    const std::string path = "output.signals." + std::to_string(i);
    if (!report.clean(path)) continue;
    if (!seen.insert(signal).second) {
      report.error(path, fmt::format("the signal '{}' is listed twice", signal));
      continue;
    }
    const auto absence = signal_absence(signal, scenario);
    if (!absence) continue;
    if (!absence->judged_by.empty() && !report.clean(absence->judged_by)) continue;
    report.error(path, fmt::format("the signal '{}' does not exist here", signal),
                 std::string(absence->why), std::string(absence->suggestion));
  }
}

void check_recorded(const std::string& text, const std::string& path, Report& report) {
  if (!report.clean(path) || parse_recorded(text)) return;
  report.error(path, fmt::format("'{}' does not say which readings to store", text), "",
               "Use \"all\", \"none\" or \"every:K\" (K >= 1)");
}

void check_readings(const Scenario& scenario, Report& report) {
  check_recorded(scenario.output.readings, "output.readings", report);
  for_each_sensor(scenario.sensors, [&](const std::string& name, const Timing& sensor) {
    if (sensor.recorded) check_recorded(*sensor.recorded, "sensors." + name + ".recorded", report);
  });
}

/// Whether some reading of a traced sample is stored.
bool records_readings(const Scenario& scenario) {
  bool some = false;
  for_each_sensor(scenario.sensors, [&](const std::string&, const Timing& sensor) {
    some = some || parse_recorded(sensor.recorded.value_or(scenario.output.readings)) != 0;
  });
  return some;
}

void check_traces(const Scenario& scenario, Report& report) {
  const Output& output = scenario.output;
  if (!report.clean("output.traces")) return;
  const auto rule = parse_traces(output.traces);
  if (!rule) {
    report.error("output.traces",
                 fmt::format("'{}' does not say which samples to trace", output.traces), "",
                 "Use \"auto\", \"all\", \"none\", \"first:N\" (N >= 0) or \"every:K\" (K >= 1)");
    return;
  }
  const auto& only = scenario.monte_carlo.only;
  if (!report.clean("monte_carlo") || !report.clean("sweep")) return;
  const std::int64_t traced = only.empty() ? trace_count(*rule, scenario.monte_carlo.samples,
                                                         SweepGrid(scenario.sweep).points())
                                           : trace_count(*rule, row_count(scenario));
  if (traced > max_trace_samples) {
    report.error("output.traces",
                 fmt::format("traces = \"{}\" would trace {} samples", output.traces, traced),
                 fmt::format("at most {} can be traced", max_trace_samples),
                 "Use \"none\", \"first:N\" or \"every:K\"");
  }
  const bool leaves_traces = !output.signals.empty() || records_readings(scenario);
  if (traced > 0 && !leaves_traces && report.clean("output.signals")) {
    report.error("output.signals", "no signals to trace", "",
                 "List some, or set traces = \"none\"");
  }
}

/// Checks the time grid, if its step and its end were read without error. Problems of values that
/// already have an error are dropped.
void check_time(const Scenario& scenario, Report& report) {
  for (const char* path :
       {"integrator.step_s", "integrator.rate_hz", "simulation.duration_s", "simulation.steps"}) {
    if (!report.clean_above(path)) return;
  }
  const std::size_t errors_before = report.errors();
  const TimeGrid grid = make_time_grid(scenario, [&](const std::string& path, std::string what,
                                                     std::string why, std::string suggestion) {
    const bool is_table = path == "integrator" || path == "simulation";
    if (!is_table && !report.clean(path)) return;
    report.error(path, std::move(what), std::move(why), std::move(suggestion));
  });
  if (report.errors() > errors_before) return;
  validate_sensor_times(scenario, grid, report);
  validate_estimator_times(scenario, grid, report);
  validate_window_times(scenario, grid, report);
  if (!report.clean("controller")) return;
  for (std::size_t i = 0; i < grid.command_steps.size(); ++i) {
    if (grid.command_steps[i] < grid.steps) continue;
    const bool is_open = loop_timing(*scenario.controller) == nullptr;
    report.warning(
        (is_open ? "controller.rows." : "controller.set_points.rows.") + std::to_string(i),
        "this row and all later rows are never used",
        fmt::format("the flight ends after {} steps, the row starts at step {}", grid.steps,
                    grid.command_steps[i]));
    return;
  }
}

}  // namespace

void validate(Scenario& scenario, PointChecks checks, Report& report) {
  check_name(scenario.name, report);
  validate_numbers(scenario, report);
  check_integrator(scenario.integrator, report);
  check_geofence(scenario.simulation.limits, report);
  check_end(scenario, report);
  validate_environment(scenario, report);
  validate_sensor_units(scenario, report);
  validate_winds(scenario, report);
  validate_events(scenario, report);
  validate_sweep(scenario, report);
  validate_only(scenario, report);
  validate_golden(scenario, report);

  validate_controller(scenario, report);
  validate_feedback(scenario, report);
  validate_trajectory(scenario, report);
  validate_recorded(scenario, report);
  validate_imported(scenario, report);
  validate_trimmed(scenario, report);
  check_signals(scenario, report);
  validate_windows(scenario, report);
  validate_requirements(scenario, report);
  validate_metrics(scenario, report);
  check_readings(scenario, report);
  check_traces(scenario, report);
  check_time(scenario, report);
  validate_disperse(scenario, report);
  validate_freeze(scenario, report);
  validate_correlation(scenario, report);
  validate_design(scenario, report);
  if (report.errors() == 0) validate_points(scenario, checks, report);
  if (report.errors() == 0) warn_of_firmware(scenario, report);
}

void validate_numbers(const Scenario& scenario, Report& report) {
  check_initial(scenario.simulation.initial, report);
  validate_home(*scenario.environment, report);
  validate_vehicle(scenario, report);
  validate_loop(scenario, report);
  validate_sensors(scenario, report);
  validate_wind_numbers(scenario, report);
  validate_disturbance_numbers(scenario, report);
  validate_estimator(scenario, report);
  validate_event_numbers(scenario, report);
}

void validate_vehicle(const Scenario& scenario, Report& report) {
  std::visit([&](const auto& vehicle) { validate_vehicle(vehicle, scenario, report); },
             *scenario.vehicle);
  validate_ground(scenario, report);
}

}  // namespace montecopter
