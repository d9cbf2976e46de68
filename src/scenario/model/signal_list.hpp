#pragma once
/// The list of signals: time histories that can be traced, and that formulas of metrics can name. A
/// row has name, shape, unit, frame and meaning of a signal, and the condition under which it does
/// not exist. A function of SignalReader computes it (simulate/lanes/signals.hpp); a row without a
/// function does not compile. Kernels identify a signal by its index in this list.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/fields/joined.hpp"

namespace montecopter {

struct Scenario;

/// Why a signal does not exist in a scenario, and the suggested alternative.
struct SignalAbsence {
  std::string_view why, suggestion;
  std::string_view judged_by =
      {};  ///< section on which this depends; reported only if it has no error
};

/// Why a scenario has no such signal; nullopt: it has. Defined in signal_columns.cpp.
using FindAbsence = std::optional<SignalAbsence> (*)(const Scenario&);
std::optional<SignalAbsence> never_absent(const Scenario&);
std::optional<SignalAbsence> no_rotor_speed(const Scenario&);
std::optional<SignalAbsence> no_servo(const Scenario&);
std::optional<SignalAbsence> no_trajectory(const Scenario&);
std::optional<SignalAbsence> no_estimator(const Scenario&);
std::optional<SignalAbsence> no_wind_estimate(const Scenario&);
std::optional<SignalAbsence> no_battery(const Scenario&);
std::optional<SignalAbsence> no_battery_temperature(const Scenario&);
std::optional<SignalAbsence> no_thrust_limit(const Scenario&);
std::optional<SignalAbsence> no_electric_motor(const Scenario&);
std::optional<SignalAbsence> no_flapping(const Scenario&);
std::optional<SignalAbsence> no_drag(const Scenario&);
std::optional<SignalAbsence> no_aero_moment(const Scenario&);
std::optional<SignalAbsence> no_rotor_momentum(const Scenario&);
std::optional<SignalAbsence> no_force_noise(const Scenario&);
std::optional<SignalAbsence> no_moment_noise(const Scenario&);
std::optional<SignalAbsence> no_force_pulse(const Scenario&);
std::optional<SignalAbsence> no_torque_pulse(const Scenario&);
std::optional<SignalAbsence> no_contact(const Scenario&);
std::optional<SignalAbsence> no_surface(const Scenario&);

/// Components of a signal: [1], [3] x y z, [4] w x y z, [3] roll pitch yaw, [rotors] or [controls].
enum class SignalShape { number, vector, quaternion, angles, per_rotor, per_control };

struct SignalRow {
  std::string_view name;  ///< as in output.signals
  SignalShape shape;
  std::string_view unit;   ///< empty: the unit of the vehicle's rotors or controls
  std::string_view frame;  ///< frame of the components; empty: none
  std::string_view long_name;
  FindAbsence absence;
};

/// All signals, in file order.
inline constexpr auto signal_list = [] {
  using enum SignalShape;
  return std::to_array<SignalRow>({
      {"position", vector, "m", "NED", "position of the centre of mass", never_absent},
      {"velocity", vector, "m s-1", "NED", "velocity over the ground", never_absent},
      {"attitude", quaternion, "1", "FRD to NED", "unit quaternion, body to world", never_absent},
      {"body_rate", vector, "rad s-1", "FRD", "angular velocity", never_absent},
      {"rotor_speed", per_rotor, "", "",
       "speed of each rotor, or the input of its law that replaces the speed", no_rotor_speed},
      {"command", per_control, "", "", "clamped command, held from this time on", never_absent},
      {"specific_force", vector, "m s-2", "FRD", "non-gravitational acceleration", never_absent},
      {"rotor_thrust", per_rotor, "N", "", "thrust of each rotor along its axis", never_absent},
      {"rotor_torque", per_rotor, "N m", "", "drag torque of each rotor against its spin",
       never_absent},
      {"servo", per_control, "", "", "position of each servo", no_servo},
      {"wind", vector, "m s-1", "NED", "velocity of the air at the vehicle", never_absent},
      {"position_reference", vector, "m", "NED", "position of the trajectory", no_trajectory},
      {"velocity_reference", vector, "m s-1", "NED", "velocity of the trajectory", no_trajectory},
      {"position_estimate", vector, "m", "NED", "estimated position", no_estimator},
      {"velocity_estimate", vector, "m s-1", "NED", "estimated velocity over the ground",
       no_estimator},
      {"attitude_estimate", quaternion, "1", "FRD to NED", "estimated attitude", no_estimator},
      {"accelerometer_bias_estimate", vector, "m s-2", "FRD", "estimated accelerometer bias",
       no_estimator},
      {"gyroscope_bias_estimate", vector, "rad s-1", "FRD", "estimated gyroscope bias",
       no_estimator},
      {"wind_estimate", vector, "m s-1", "NED", "estimated velocity of the air; 0 along z",
       no_wind_estimate},
      {"battery_voltage", number, "V", "", "voltage of the battery under load", no_battery},
      {"battery_current", number, "A", "", "current drawn from the battery", no_battery},
      {"state_of_charge", number, "1", "", "fraction of the battery's capacity that is left",
       no_battery},
      {"battery_temperature", number, "K", "", "temperature of the battery",
       no_battery_temperature},
      {"euler_angles", angles, "rad", "FRD to NED", "roll, pitch, yaw of the 3-2-1 sequence",
       never_absent},
      {"air_relative_velocity", vector, "m s-1", "FRD", "velocity relative to the air",
       never_absent},
      {"airspeed", number, "m s-1", "", "speed relative to the air", never_absent},
      {"position_error", vector, "m", "NED", "position minus the position of the trajectory",
       no_trajectory},
      {"acceleration_reference", vector, "m s-2", "NED", "acceleration of the trajectory",
       no_trajectory},
      {"jerk_reference", vector, "m s-3", "NED", "jerk of the trajectory", no_trajectory},
      {"snap_reference", vector, "m s-4", "NED", "snap of the trajectory", no_trajectory},
      {"thrust_fraction", number, "1", "", "collective thrust as a fraction of the highest",
       no_thrust_limit},
      {"motor_current", per_rotor, "A", "", "winding current of each motor", no_electric_motor},
      {"motor_loss", number, "W", "", "copper, friction and iron losses of all motors",
       no_electric_motor},
      {"longitudinal_flapping", number, "rad", "",
       "tilt of the main rotor's tip-path plane backwards, against the shaft", no_flapping},
      {"lateral_flapping", number, "rad", "",
       "tilt of the main rotor's tip-path plane to the right, against the shaft", no_flapping},
      {"induced_velocity", number, "m s-1", "",
       "velocity that the main rotor induces in the air, downwards", no_flapping},
      // By term, body axes and then world axes each, in the order of dynamics/vehicles/
      // load_terms.hpp; they stay the last of the list.
      {"force_thrust_body", vector, "N", "FRD", "thrust of the rotors", never_absent},
      {"force_thrust_world", vector, "N", "NED", "thrust of the rotors", never_absent},
      {"force_drag_body", vector, "N", "FRD", "drag of airframe and rotors", no_drag},
      {"force_drag_world", vector, "N", "NED", "drag of airframe and rotors", no_drag},
      {"force_gravity_body", vector, "N", "FRD", "weight", never_absent},
      {"force_gravity_world", vector, "N", "NED", "weight", never_absent},
      {"force_noise_body", vector, "N", "FRD", "force of the process noise", no_force_noise},
      {"force_noise_world", vector, "N", "NED", "force of the process noise", no_force_noise},
      {"force_disturbance_body", vector, "N", "FRD", "sum of the force pulses", no_force_pulse},
      {"force_disturbance_world", vector, "N", "NED", "sum of the force pulses", no_force_pulse},
      {"force_contact_body", vector, "N", "FRD", "force of the ground", no_contact},
      {"force_contact_world", vector, "N", "NED", "force of the ground", no_contact},
      {"force_surface_body", vector, "N", "FRD", "force of the response surface", no_surface},
      {"force_surface_world", vector, "N", "NED", "force of the response surface", no_surface},
      {"moment_rotors_body", vector, "N m", "FRD", "moment of thrust and drag torque of the rotors",
       never_absent},
      {"moment_rotors_world", vector, "N m", "NED",
       "moment of thrust and drag torque of the rotors", never_absent},
      {"moment_aero_body", vector, "N m", "FRD", "aerodynamic moment of the airframe",
       no_aero_moment},
      {"moment_aero_world", vector, "N m", "NED", "aerodynamic moment of the airframe",
       no_aero_moment},
      {"moment_gyroscopic_body", vector, "N m", "FRD",
       "moment of the rotors' angular momentum and its change", no_rotor_momentum},
      {"moment_gyroscopic_world", vector, "N m", "NED",
       "moment of the rotors' angular momentum and its change", no_rotor_momentum},
      {"moment_noise_body", vector, "N m", "FRD", "moment of the process noise", no_moment_noise},
      {"moment_noise_world", vector, "N m", "NED", "moment of the process noise", no_moment_noise},
      {"moment_disturbance_body", vector, "N m", "FRD", "sum of the torque pulses",
       no_torque_pulse},
      {"moment_disturbance_world", vector, "N m", "NED", "sum of the torque pulses",
       no_torque_pulse},
      {"moment_contact_body", vector, "N m", "FRD", "moment of the ground", no_contact},
      {"moment_contact_world", vector, "N m", "NED", "moment of the ground", no_contact},
      {"moment_surface_body", vector, "N m", "FRD", "moment of the response surface", no_surface},
      {"moment_surface_world", vector, "N m", "NED", "moment of the response surface", no_surface},
  });
}();

inline constexpr int signal_count = static_cast<int>(signal_list.size());

/// Index of a signal in the list. A name that is not in it does not compile.
consteval int signal_index(std::string_view name) {
  for (int i = 0; i < signal_count; ++i) {
    if (signal_list[static_cast<std::size_t>(i)].name == name) return i;
  }
  throw "no such signal";
}

/// A signal as a type, for overloads of functions that read signals: by its index, or by its name.
template <int place>
struct SignalAt {};
template <TextPart name>
using Named = SignalAt<signal_index(name.view())>;

}  // namespace montecopter
