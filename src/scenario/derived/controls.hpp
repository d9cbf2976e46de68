#pragma once
/// What a vehicle has several of, as commands and signals count them.

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
  std::string unit;        ///< of a command, or of a rotor's speed
  std::string which = {};  ///< "one per rotor": the numbers of a row
};

/// A row of commands has a time and then one number for each of these.
Parts controls(const Vehicle& vehicle);
/// What turns.
Parts rotors(const Vehicle& vehicle);
/// The type of a controller, as scenarios name it.
std::string_view controller_type(const Controller& controller);
/// Commands over time, of a controller that closes no loop; null of one that does.
const TimedRows* command_rows(const Controller& controller);
inline TimedRows* command_rows(Controller& controller) {
  return const_cast<TimedRows*>(command_rows(std::as_const(controller)));
}
/// When a controller that closes a loop is updated; null of one that does not.
const LoopTiming* loop_timing(const Controller& controller);
/// What a controller says of the program of the user's that is its control law; null: it is none.
const ProgramController* program_of(const Controller& controller);
inline ProgramController* program_of(Controller& controller) {
  return const_cast<ProgramController*>(program_of(std::as_const(controller)));
}
/// How messages speak of that program, and the words by which it is named, as they are written. Of
/// other controllers they are empty.
ProgramNames program_names(const Controller& controller);
std::vector<ProgramWord> program_words(const Controller& controller);
/// Whether it is a process, which may hang or die, and leaves last words.
bool is_process(const Controller& controller);
/// Whether it is a real autopilot, which receives readings of sensors.
bool is_firmware(const Controller& controller);

/// Whether it flies a sample twice with the same bits, as far as is known; else flights are
/// repeatable in statistics only.
bool is_repeatable(const Controller& controller);
/// Whether a controller closes a loop by a control law that is known here.
bool closes_known_loop(const Controller& controller);
/// What a controller follows instead of a trajectory; null if it follows one.
const SetPointTable* set_points(const Controller& controller);
inline SetPointTable* set_points(Controller& controller) {
  return const_cast<SetPointTable*>(set_points(std::as_const(controller)));
}
/// Whether it follows set-points of body rate and thrust, and nothing else.
bool follows_only_body_rates(const Controller& controller);
/// Speed at which a regulator has to hold a main rotor [rad/s]; nullopt: it is not.
std::optional<double> held_rotor_speed(const Controller& controller);
/// The battery of a vehicle; null: it has none.
const Battery* battery_of(const Vehicle& vehicle);
/// Where the centre of mass is, from the point that positions are counted from [m], FRD.
std::array<double, 3> centre_of_mass_m(const Vehicle& vehicle);
/// Whether the rotors have a speed that is a state; not where the command is taken for it.
bool rotors_have_speed(const Vehicle& vehicle);
/// "motors of type ... have no speed of their own"
std::string_view motors_without_speed();

}  // namespace montecopter
