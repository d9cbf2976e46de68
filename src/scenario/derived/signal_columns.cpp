#include "scenario/derived/signal_columns.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/estimators/estimator.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/vehicles/multirotor_terms.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/estimator_sensors.hpp"
#include "scenario/derived/unknown_numbers.hpp"

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
    case SignalShape::angles:
      return {"euler_angle", 3, "roll, pitch, yaw", ""};
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
    const Parts p = parts(signal.shape, *scenario.vehicle);
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
  if (rotors_have_speed(*scenario.vehicle)) return std::nullopt;
  return SignalAbsence{motors_without_speed(), "Use 'command' or 'rotor_thrust'"};
}

std::optional<SignalAbsence> no_servo(const Multirotor&) {
  return SignalAbsence{"a multirotor has no servos", "Use 'rotor_speed' or 'command'", "vehicle"};
}
std::optional<SignalAbsence> no_servo(const Helicopter&) { return std::nullopt; }
std::optional<SignalAbsence> no_servo(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return no_servo(vehicle); }, *scenario.vehicle);
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
  if (battery_of(*scenario.vehicle) != nullptr) return std::nullopt;
  return SignalAbsence{"the vehicle has no battery", "Add [vehicle.battery], or remove it",
                       "vehicle"};
}

std::optional<SignalAbsence> no_battery_temperature(const Scenario& scenario) {
  const Battery* battery = battery_of(*scenario.vehicle);
  if (battery == nullptr) return no_battery(scenario);
  if (battery->thermal) return std::nullopt;
  return SignalAbsence{"the battery has no temperature", "Add [vehicle.battery.thermal]",
                       "vehicle"};
}

namespace {

/// The vehicle of all flights: coefficients that differ between samples or sweep points are
/// unknown, so their terms exist.
Vehicle vehicle_of_all(const Scenario& scenario) {
  std::vector<std::string> paths;
  // A path that lacks the component of an array has its own error.
  const auto add = [&](const std::string& path) { paths.insert(paths.end(), {path, path + ".*"}); };
  for (const auto& [path, distribution] : scenario.disperse) add(path);
  for (const auto& [path, axis] : scenario.sweep) add(path);
  return with_unknown_numbers(*scenario.vehicle, paths);
}

template <class Absent>
std::optional<SignalAbsence> by_terms(const Multirotor& vehicle, Absent absent) {
  return absent(terms_of(vehicle));
}
/// A helicopter always has its terms.
template <class Absent>
std::optional<SignalAbsence> by_terms(const Helicopter&, Absent) {
  return std::nullopt;
}
template <class Absent>
std::optional<SignalAbsence> of_multirotor(const Scenario& scenario, Absent absent) {
  return std::visit([&](const auto& vehicle) { return by_terms(vehicle, absent); },
                    vehicle_of_all(scenario));
}

ProcessNoise process_noise_of_all(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return vehicle.process_noise; },
                    vehicle_of_all(scenario));
}

std::optional<SignalAbsence> without_pulse(const Scenario& scenario, bool of_force,
                                           std::string_view why, std::string_view suggestion) {
  const auto& all = scenario.disturbance;
  const bool there = std::any_of(all.begin(), all.end(), [&](const Disturbance& disturbance) {
    return std::visit([&](const auto& pulse) { return pulse.is_force == of_force; }, disturbance);
  });
  return there ? std::nullopt : std::optional(SignalAbsence{why, suggestion, "disturbance"});
}

}  // namespace

std::optional<SignalAbsence> no_thrust_limit(const Multirotor&) { return std::nullopt; }
std::optional<SignalAbsence> no_thrust_limit(const Helicopter& vehicle) {
  if (vehicle.servos.collective_max) return std::nullopt;
  return SignalAbsence{"the collective of the main rotor has no upper limit",
                       "Give vehicle.servos.collective_max", "vehicle"};
}
std::optional<SignalAbsence> no_thrust_limit(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return no_thrust_limit(vehicle); },
                    *scenario.vehicle);
}

std::optional<SignalAbsence> no_flapping(const Scenario& scenario) {
  const auto* helicopter = std::get_if<Helicopter>(&*scenario.vehicle);
  if (helicopter != nullptr && helicopter->main_rotor.flapping) return std::nullopt;
  return SignalAbsence{"the vehicle has no flapping blades",
                       "Use a helicopter with [vehicle.main_rotor.flapping], or remove it",
                       "vehicle"};
}

std::optional<SignalAbsence> no_electric_motor(const Scenario& scenario) {
  if (motors_are_electric(*scenario.vehicle)) return std::nullopt;
  return SignalAbsence{"the vehicle has no electric motors",
                       "Use motors of type electric, or remove it", "vehicle"};
}

std::optional<SignalAbsence> no_drag(const Scenario& scenario) {
  for (const Event& event : scenario.event) {
    const bool has_drag =
        std::visit([]<class E>(const E&) { return AddsDrag<E> || ReplacesDrag<E>; }, event);
    if (has_drag || drags_rotors(event)) return std::nullopt;
  }
  return of_multirotor(scenario, [&](const MultirotorTerms& terms) -> std::optional<SignalAbsence> {
    if (terms.quadratic_drag || terms.linear_drag || terms.rotor_drag) return std::nullopt;
    return SignalAbsence{"the vehicle has no drag", "Give it one, such as vehicle.drag_area_m2",
                         "vehicle"};
  });
}

std::optional<SignalAbsence> no_aero_moment(const Scenario& scenario) {
  if (std::any_of(scenario.event.begin(), scenario.event.end(), drags_rotors)) return std::nullopt;
  return of_multirotor(scenario, [&](const MultirotorTerms& terms) -> std::optional<SignalAbsence> {
    if (terms.quadratic_moment || terms.linear_moment || terms.velocity_moment) return std::nullopt;
    return SignalAbsence{"the vehicle has no aerodynamic moment",
                         "Give it one, such as vehicle.linear_aero_moment_n_m_s", "vehicle"};
  });
}

std::optional<SignalAbsence> no_rotor_momentum(const Scenario& scenario) {
  return of_multirotor(scenario, [&](const MultirotorTerms& terms) -> std::optional<SignalAbsence> {
    if (terms.rotor_momentum) return std::nullopt;
    return SignalAbsence{"the rotors have no moment of inertia",
                         "Give the motors rotor_inertia_kg_m2", "vehicle"};
  });
}

std::optional<SignalAbsence> no_force_noise(const Scenario& scenario) {
  if (process_noise_of_all(scenario).force_n2_s != 0) return std::nullopt;
  return SignalAbsence{"the vehicle has no process force", "Give vehicle.process_noise.force_n2_s",
                       "vehicle"};
}

std::optional<SignalAbsence> no_moment_noise(const Scenario& scenario) {
  if (process_noise_of_all(scenario).moment_n2_m2_s != 0) return std::nullopt;
  return SignalAbsence{"the vehicle has no process moment",
                       "Give vehicle.process_noise.moment_n2_m2_s", "vehicle"};
}

std::optional<SignalAbsence> no_force_pulse(const Scenario& scenario) {
  return without_pulse(scenario, true, "there is no force pulse",
                       "Add [[disturbance]] type = \"force_pulse\"");
}

std::optional<SignalAbsence> no_torque_pulse(const Scenario& scenario) {
  return without_pulse(scenario, false, "there is no torque pulse",
                       "Add [[disturbance]] type = \"torque_pulse\"");
}

std::optional<SignalAbsence> no_contact(const Scenario& scenario) {
  const bool there_is_one =
      std::visit([]<class G>(const G&) { return std::is_base_of_v<GroundHeight, G>; },
                 scenario.environment->ground);
  if (there_is_one) return std::nullopt;
  return SignalAbsence{"there is no ground", "Add [environment.ground]", "environment"};
}

std::optional<SignalAbsence> no_surface(const Scenario& scenario) {
  const auto* vehicle = std::get_if<Multirotor>(&*scenario.vehicle);
  if (vehicle != nullptr && vehicle->response_surface) return std::nullopt;
  return SignalAbsence{"the vehicle has no response surface", "Add [vehicle.response_surface]",
                       "vehicle"};
}

}  // namespace montecopter
