#pragma once
/// Thrust and torque of the rotors of a vehicle file, for any rotor law, in still air at sea level.

#include <optional>

#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

struct FullLoad {
  double thrust_n = 0, torque_n_m = 0;
};
/// Load at the highest command.
FullLoad full_load(const Rotor& rotor);
/// Load at this command.
FullLoad load_at_command(const Rotor& rotor, double command);

/// Slopes per full range of the command, from min to max: thrust [N] and torque [N m].
struct HoverSlope {
  double thrust_n = 0, torque_n_m = 0;
  double command = 0;  ///< at which the rotor gives the thrust
};
/// Slope where the rotor gives `thrust_n`; nullopt: it cannot.
std::optional<HoverSlope> hover_slope(const Rotor& rotor, double thrust_n);
/// Turns per second where the rotor gives `thrust_n`; nullopt: its law takes no speed, or it
/// cannot.
std::optional<double> hover_turns_hz(const Rotor& rotor, double thrust_n);

}  // namespace montecopter
