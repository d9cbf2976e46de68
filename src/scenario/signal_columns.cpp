#include "scenario/signal_columns.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "scenario/controls.hpp"
#include "scenario/estimator_sensors.hpp"

namespace montecopter {
namespace {

enum class Shape { number, vector, quaternion, per_rotor, per_control };

struct Signal {
  std::string_view name;
  Shape shape;
  std::string_view unit;  ///< empty: that of the parts
  std::string_view frame, long_name;
};

/// In file order; names as in output.signals.
constexpr std::array<Signal, signal_names.size()> signals = {{
    {"position", Shape::vector, "m", "NED", "position of the centre of mass"},
    {"velocity", Shape::vector, "m s-1", "NED", "velocity over the ground"},
    {"attitude", Shape::quaternion, "1", "FRD to NED", "unit quaternion, body to world"},
    {"body_rate", Shape::vector, "rad s-1", "FRD", "angular velocity"},
    {"rotor_speed", Shape::per_rotor, "", "",
     "speed of each rotor, or what takes its place in the law"},
    {"command", Shape::per_control, "", "", "clamped command, held from this time on"},
    {"specific_force", Shape::vector, "m s-2", "FRD", "non-gravitational acceleration"},
    {"rotor_thrust", Shape::per_rotor, "N", "", "thrust of each rotor along its axis"},
    {"rotor_torque", Shape::per_rotor, "N m", "", "drag torque of each rotor against its spin"},
    {"servo", Shape::per_control, "", "", "position of each servo"},
    {"wind", Shape::vector, "m s-1", "NED", "velocity of the air at the vehicle"},
    {"position_reference", Shape::vector, "m", "NED", "where the trajectory is"},
    {"velocity_reference", Shape::vector, "m s-1", "NED", "velocity of the trajectory"},
    {"position_estimate", Shape::vector, "m", "NED", "estimated position"},
    {"velocity_estimate", Shape::vector, "m s-1", "NED", "estimated velocity over the ground"},
    {"attitude_estimate", Shape::quaternion, "1", "FRD to NED", "estimated attitude"},
    {"accelerometer_bias_estimate", Shape::vector, "m s-2", "FRD", "estimated accelerometer bias"},
    {"gyroscope_bias_estimate", Shape::vector, "rad s-1", "FRD", "estimated gyroscope bias"},
    {"wind_estimate", Shape::vector, "m s-1", "NED", "estimated velocity of the air; 0 along z"},
    {"battery_voltage", Shape::number, "V", "", "voltage of the battery under load"},
    {"battery_current", Shape::number, "A", "", "current drawn from the battery"},
    {"state_of_charge", Shape::number, "1", "", "share of the battery's capacity that is left"},
}};

static_assert([] {
  for (std::size_t i = 0; i < signal_names.size(); ++i) {
    if (signals[i].name != signal_names[i]) return false;
  }
  return true;
}());

Parts parts(Shape shape, const Vehicle& vehicle) {
  switch (shape) {
    case Shape::number:
      return {"", 1, "", ""};
    case Shape::vector:
      return {"axis", 3, "x, y, z", ""};
    case Shape::quaternion:
      return {"quaternion", 4, "w, x, y, z", ""};
    case Shape::per_rotor:
      return rotors(vehicle);
    case Shape::per_control:
      return controls(vehicle);
  }
  return {};
}

}  // namespace

std::vector<SignalColumn> all_signal_columns(const Scenario& scenario) {
  std::vector<SignalColumn> columns;
  for (const Signal& signal : signals) {
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
  if (signal == "rotor_speed" && !rotors_have_speed(scenario.vehicle)) {
    return SignalAbsence{"motors of type direct and load_lag have no speed of their own",
                         "Use 'command' or 'rotor_thrust'"};
  }
  if (signal == "servo" && !std::holds_alternative<Helicopter>(scenario.vehicle)) {
    return SignalAbsence{"a multirotor has no servos", "Use 'rotor_speed' or 'command'", "vehicle"};
  }
  const bool is_reference = signal == "position_reference" || signal == "velocity_reference";
  if (is_reference && !scenario.trajectory) {
    return SignalAbsence{"there is no trajectory to follow", "Add [trajectory], or remove it",
                         "trajectory"};
  }
  if (signal.ends_with("_estimate") && !scenario.estimator) {
    return SignalAbsence{"there is no estimator", "Add [estimator] type = \"ekf\"", "estimator"};
  }
  if (signal == "wind_estimate" && !sensors_of(*scenario.estimator).wind) {
    return SignalAbsence{"the estimator does not estimate the wind", "Add [estimator.wind]",
                         "estimator"};
  }
  const bool is_of_battery = signal.starts_with("battery_") || signal == "state_of_charge";
  if (is_of_battery && battery_of(scenario.vehicle) == nullptr) {
    return SignalAbsence{"the vehicle has no battery", "Add [vehicle.battery], or remove it",
                         "vehicle"};
  }
  return std::nullopt;
}

}  // namespace montecopter
