#pragma once
/// Set-up of one sample: folds a multirotor's parameters into the constants of the kernels, in
/// NED/FRD, with correctly rounded operations only (the result is part of the bits).

#include <array>

#include "dynamics/integrators/kinds.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"

namespace montecopter {

/// What surrounds the vehicle during one sample, NED.
struct Surroundings {
  double gravity_m_s2 = 0;
  double air_density_kg_m3 = 0;
  std::array<double, 3> wind_to_m_s = {0, 0, 0};
  double noise_period_s = 1;
};

/// Is the tensor positive definite, and does it obey the triangle inequality of principal moments
/// (largest <= sum of the others, up to a relative 1e-9)?
bool is_positive_definite(const Inertia& inertia);
bool obeys_triangle_inequality(const Inertia& inertia);

/// The tensor after stretch and turn, in xx to yz; the given bits if there are none. With the
/// second moments S = tr(J)/2 I - J, S' = R diag(s) S diag(s) R^T and J' = tr(S') I - S'.
Inertia effective_inertia(const Inertia& inertia);

/// Can a sample with these numbers be flown? Dispersed values may break what validation of the
/// nominal ones has established: the inertia tensor, the order of the motors' limits, the axes, no
/// rotor inertia where there is no speed, and a step that the motors' lag can bear.
bool is_flyable(const Multirotor& vehicle, IntegratorKind integrator, double step_s);

/// Is the input of this law a rotor speed (else a signal)?
bool takes_speed(const RotorLaw& law);

/// Are thrust and torque of this rotor multiples of one shape of its input, so that its columns can
/// be folded into one?
bool is_one_shape(const Rotor& rotor);

/// The time constant of a motor that the step of an integrator has to suit (stable_step_s);
/// infinite if the motor has no state.
double stability_time_constant_s(const Motor& motor, IntegratorKind integrator);

/// The states of a rotor's motor once it has settled at a command, in still air.
std::array<double, most_motor_states> settled_motor(const Rotor& rotor, double command,
                                                    double air_density_kg_m3);

/// State 0 of a rotor's motor within the limits that hold after each step.
double limit_motor_state(const Rotor& rotor, double state);

/// True if every rotor pushes along body z (nominal axes).
bool all_rotors_aligned(const Multirotor& vehicle);

/// +1 or -1 by which each axis is multiplied on the way from the vehicle's frame to NED/FRD.
std::array<double, 3> frame_signs(const Multirotor& vehicle);

/// Fills multirotor_constants_size(capacity) doubles at `out`. The vehicle has been validated.
void fold_multirotor(const Multirotor& vehicle, const Surroundings& around, int capacity,
                     double* out);

}  // namespace montecopter
