#pragma once
/// Set-up of one sample: folds a helicopter's parameters into the constants of the kernels. It uses
/// correctly rounded operations and our own sine only (the result is part of the bits).
/// simulate/setup/helicopter_rows.cpp calls it for each sample: is_flyable(), fold_helicopter(),
/// settled_actuators(). For the nominal vehicle, dynamics/linear/helicopter_trim.cpp calls it. The
/// checks of scenarios ask for the steps that servos bear.

#include <array>
#include <span>
#include <vector>

#include "dynamics/integrators/kinds.hpp"
#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/helicopter_constants.hpp"

namespace montecopter {

/// Effect of a rotor on the air, per air and rotor speed squared, pi absorbed: lift C_1 + C_2 p and
/// drag K_1 + K_2 p^2 of pitch p. With flapping, lift without inflow, and profile drag.
struct BladeCoefficients {
  double lift_0 = 0, lift_1 = 0;
  double drag_0 = 0, drag_2 = 0;
};

/// The coefficients that follow from the operating points. Not finite if these coincide.
BladeCoefficients main_blades(const Helicopter& vehicle);
BladeCoefficients tail_blades(const Helicopter& vehicle);

/// Loads of the main rotor in a hover: lift, and the side force of the tail rotor that follows from
/// the bank angle [N]. The torque [N m] is the one that this side force balances (equation 24).
struct HoverLoads {
  double lift_n, side_n, torque_n_m;
};
HoverLoads hover_loads(const Helicopter& vehicle, double roll_rad);

/// Do servos move all the time (else after each step)?
bool moves_continuously(const Servos& servos);

/// The step from which on the servos grow or ring for ever; an integrator that chooses its own
/// steps follows them in any, if they move all the time.
double stable_servo_step_s(const Servos& servos, IntegratorKind integrator);

/// The step from which on the flapping motion grows at the speed of the first hover; the vehicle
/// has flapping blades.
double stable_flapping_step_s(const Helicopter& vehicle, IntegratorKind integrator);

/// Rate at which the inflow of a main rotor with flapping blades settles in the first hover [1/s].
double inflow_pole_1_s(const Helicopter& vehicle);

/// Can a sample with these numbers be flown? Dispersed values may break rules that the nominal ones
/// obey: the inertia tensor, the order of radii and limits, operating points that differ. The step
/// may be too long for the servos' lag.
bool is_flyable(const Helicopter& vehicle, IntegratorKind integrator, double step_s);

/// Number of a helicopter's actuators: main rotor, servos, and the states of flapping blades.
int actuators_of(bool flapping);

/// The actuators' states [rad/s, then in command order] once the servos have settled at these
/// commands, the main rotor at the speed of the first operating point. Flapping blades have no tilt
/// and the inflow of that hover.
std::vector<double> settled_actuators(const Helicopter& vehicle, std::span<const double> commands);

/// Velocity that the main rotor induces when it lifts a force, by momentum theory: sqrt(F / (2 rho
/// pi R^2)) [m/s], in the air of the operating points.
double hover_inflow_m_s(const Helicopter& vehicle, double lift_n);

/// Properties of the flapping motion at a speed of the main rotor; the vehicle has flapping blades.
struct FlappingMotion {
  double hub_moment_n_m_rad;  ///< per flapping angle: springs and hinge offset
  double frequency_ratio;     ///< of flapping and rotor: sqrt(1 + K / (J w^2 / 2))
  double stiffness_number;    ///< S = 8 (ratio^2 - 1) / gamma
  double time_constant_s;     ///< of the tip-path plane
  double eigenvalue_1_s;      ///< its magnitude
};
FlappingMotion flapping_motion(const Helicopter& vehicle, double speed_rad_s);

/// The constants of a helicopter that has been validated; new process noise every noise_period_s.
HelicopterConstants<double> fold_helicopter(const Helicopter& vehicle, double noise_period_s);

}  // namespace montecopter
