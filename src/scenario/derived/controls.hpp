#pragma once
/// Rotors and controls of a vehicle, as commands and signals count them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamics/controllers/program.hpp"
#include "dynamics/vehicles/battery.hpp"

namespace montecopter {

// With the lists of their types in dynamics/controllers/controller.hpp and
// dynamics/vehicles/vehicle.hpp, which need not be read to ask what is below.
struct Controller;
struct Vehicle;

/// One axis of commands or signals.
struct Parts {
  std::string dimension;  ///< its name in a result
  std::int64_t count = 0;
  std::string names;       ///< "main, tail"; or what they are, if they are only counted
  std::string unit;        ///< unit of a command, or of a rotor's speed
  std::string which = {};  ///< "one per rotor": the numbers of a row
};

/// Controls of a vehicle: a row of commands has a time and then one number for each.
Parts controls(const Vehicle& vehicle);
/// Rotors of a vehicle.
Parts rotors(const Vehicle& vehicle);
/// The type of a controller, as scenarios name it.
std::string_view controller_type(const Controller& controller);
/// Command table of an open-loop controller; null for a closed-loop controller.
const TimedRows* command_rows(const Controller& controller);
inline TimedRows* command_rows(Controller& controller) {
  return const_cast<TimedRows*>(command_rows(std::as_const(controller)));
}
/// Update times of a closed-loop controller; null for an open-loop controller.
const LoopTiming* loop_timing(const Controller& controller);
/// Keys of the external program that is the control law; null: the controller is no program.
const ProgramController* program_of(const Controller& controller);
inline ProgramController* program_of(Controller& controller) {
  return const_cast<ProgramController*>(program_of(std::as_const(controller)));
}
/// Names of the external program in messages, and the words of its command as written; empty for
/// other controllers.
ProgramNames program_names(const Controller& controller);
std::vector<ProgramWord> program_words(const Controller& controller);
/// Whether the controller is a process, which may hang or die and leaves last words.
bool is_process(const Controller& controller);
/// Whether the controller is a real autopilot, which receives sensor readings.
bool is_firmware(const Controller& controller);

/// Whether it is a real autopilot whose own log is kept.
bool keeps_log(const Controller& controller);

/// Whether flights with the controller are repeatable bit for bit, as far as is known; otherwise
/// only statistics are repeatable.
bool is_repeatable(const Controller& controller);
/// Whether a controller closes a loop with a control law of this program.
bool closes_known_loop(const Controller& controller);
/// Set-points that a controller follows instead of a trajectory; null if it follows a trajectory.
const SetPointTable* set_points(const Controller& controller);
inline SetPointTable* set_points(Controller& controller) {
  return const_cast<SetPointTable*>(set_points(std::as_const(controller)));
}
/// Whether it follows set-points of body rate and thrust, and nothing else.
bool follows_only_body_rates(const Controller& controller);
/// Speed at which a regulator holds a main rotor [rad/s]; nullopt: it does not.
std::optional<double> held_rotor_speed(const Controller& controller);
/// The battery of a vehicle; null: it has none.
const Battery* battery_of(const Vehicle& vehicle);
/// Whether a vehicle has electric motors.
bool motors_are_electric(const Vehicle& vehicle);
/// Position of the centre of mass from the origin of vehicle positions [m], FRD.
std::array<double, 3> centre_of_mass_m(const Vehicle& vehicle);
/// Whether the rotor speeds are states; they are not where the command is used as the speed.
bool rotors_have_speed(const Vehicle& vehicle);
/// Reason in messages: "motors of type ... have no speed of their own".
std::string_view motors_without_speed();

}  // namespace montecopter
