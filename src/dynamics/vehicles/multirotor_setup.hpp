#pragma once
/// Set-up of one sample: folds a multirotor's parameters into the constants of the kernels, in
/// NED/FRD, with correctly rounded operations only (the result is part of the bits). For each
/// sample, simulate/setup/multirotor_rows.cpp calls is_flyable(), fold_multirotor(), then
/// settled_motor() and limit_motor_state() for the actuators of the initial state. For the nominal
/// vehicle, dynamics/linear/multirotor_model.cpp calls them. The row that fold_multirotor() fills
/// is laid out in multirotor_constants.hpp.

#include <array>
#include <optional>

#include "dynamics/integrators/kinds.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {

/// Quantities besides its parameters on which a vehicle's constants depend.
struct Surroundings {
  double air_density_kg_m3 = 0;  ///< 1 where the air varies: lanes multiply by the density
  bool air_varies = false;
  double noise_period_s = 1;
  bool rotor_flow = false;  ///< loads depend on the ground or on other rotors
};

/// Can a sample with these numbers be flown? Dispersed values may break rules that the nominal ones
/// obey: the inertia tensor, the order of the motors' limits, the axes. They may also give an
/// inertia to a rotor without a speed, or a step too long for the motors' lag.
bool is_flyable(const Multirotor& vehicle, IntegratorKind integrator, double step_s);

/// Is the input of this rotor law a rotor speed (else a signal)?
bool takes_speed(const RotorLaw& law);

/// Are thrust and torque of this rotor multiples of one shape of its input, so that its columns can
/// be folded into one?
bool is_one_shape(const Rotor& rotor);

/// Radius of a rotor [m]: of its law, or its own; nullopt: unknown.
std::optional<double> rotor_radius_m(const Rotor& rotor);

/// The time constant of a motor that the step of an integrator has to suit; infinite if the motor
/// has no state.
double stability_time_constant_s(const Motor& motor, IntegratorKind integrator);
/// The step from which on its deviations grow.
double stable_motor_step_s(const Motor& motor, IntegratorKind integrator);

/// The states of a rotor's motor once it has settled at a command, in still air.
std::array<double, most_motor_states> settled_motor(const Rotor& rotor, double command,
                                                    double air_density_kg_m3);

/// State 0 of a rotor's motor within the limits that hold after each step.
double limit_motor_state(const Rotor& rotor, double state);

/// True if every rotor pushes along body z (nominal axes).
bool all_rotors_aligned(const Multirotor& vehicle);

/// Fills multirotor_constants_size(capacity) doubles at `out`. The vehicle has been validated.
void fold_multirotor(const Multirotor& vehicle, const Surroundings& around, int capacity,
                     double* out);

}  // namespace montecopter
