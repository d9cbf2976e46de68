#include "scenario/signal_columns.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "scenario/controls.hpp"
#include "scenario/estimator_sensors.hpp"

namespace montecopter {
namespace {

Parts parts(SignalShape shape, const Vehicle& vehicle) {
  switch (shape) {
    case SignalShape::number:
      return {"", 1, "", ""};
    case SignalShape::vector:
      return {"axis", 3, "x, y, z", ""};
    case SignalShape::quaternion:
      return {"quaternion", 4, "w, x, y, z", ""};
    case SignalShape::per_rotor:
      return rotors(vehicle);
    case SignalShape::per_control:
      return controls(vehicle);
  }
  return {};
}

}  // namespace

std::vector<SignalColumn> all_signal_columns(const Scenario& scenario) {
  std::vector<SignalColumn> columns;
  for (const SignalRow& signal : signal_list) {
    const Parts p = parts(signal.shape, scenario.vehicle);
    columns.push_back({std::string(signal.name), p.dimension, p.count, p.names,
                       signal.unit.empty() ? p.unit : std::string(signal.unit),
                       std::string(signal.frame), std::string(signal.long_name)});
  }
  return columns;
}

std::vector<SignalColumn> signal_columns(const Scenario& scenario) {
  const auto& wanted = scenario.output.signals;
  std::vector<SignalColumn> columns = all_signal_columns(scenario);
  std::erase_if(columns, [&](const SignalColumn& column) {
    return std::find(wanted.begin(), wanted.end(), column.name) == wanted.end();
  });
  return columns;
}

std::optional<SignalAbsence> signal_absence(std::string_view signal, const Scenario& scenario) {
  for (const SignalRow& row : signal_list) {
    if (row.name == signal) return row.absence(scenario);
  }
  return std::nullopt;
}

std::optional<SignalAbsence> never_absent(const Scenario&) { return std::nullopt; }

std::optional<SignalAbsence> no_rotor_speed(const Scenario& scenario) {
  if (rotors_have_speed(scenario.vehicle)) return std::nullopt;
  return SignalAbsence{"motors of type direct and load_lag have no speed of their own",
                       "Use 'command' or 'rotor_thrust'"};
}

std::optional<SignalAbsence> no_servo(const Multirotor&) {
  return SignalAbsence{"a multirotor has no servos", "Use 'rotor_speed' or 'command'", "vehicle"};
}
std::optional<SignalAbsence> no_servo(const Helicopter&) { return std::nullopt; }
std::optional<SignalAbsence> no_servo(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return no_servo(vehicle); }, scenario.vehicle);
}

std::optional<SignalAbsence> no_trajectory(const Scenario& scenario) {
  if (scenario.trajectory) return std::nullopt;
  return SignalAbsence{"there is no trajectory to follow", "Add [trajectory], or remove it",
                       "trajectory"};
}

std::optional<SignalAbsence> no_estimator(const Scenario& scenario) {
  if (scenario.estimator) return std::nullopt;
  return SignalAbsence{"there is no estimator", "Add [estimator] type = \"ekf\"", "estimator"};
}

std::optional<SignalAbsence> no_wind_estimate(const Scenario& scenario) {
  if (!scenario.estimator) return no_estimator(scenario);
  if (sensors_of(*scenario.estimator).wind) return std::nullopt;
  return SignalAbsence{"the estimator does not estimate the wind", "Add [estimator.wind]",
                       "estimator"};
}

std::optional<SignalAbsence> no_battery(const Scenario& scenario) {
  if (battery_of(scenario.vehicle) != nullptr) return std::nullopt;
  return SignalAbsence{"the vehicle has no battery", "Add [vehicle.battery], or remove it",
                       "vehicle"};
}

}  // namespace montecopter
