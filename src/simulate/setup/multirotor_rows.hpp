#pragma once
/// Multirotor -> its part of a flight plan, the same for all samples (form_of(), sizes), and the
/// constants of one sample (fold_sample()). Called by prepared_flights.cpp and sample_builder.cpp,
/// which call the same functions of each kind of vehicle.

#include <string>
#include <vector>

#include "dynamics/integrators/kinds.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "simulate/setup/sample_setting.hpp"

namespace montecopter {

/// The form of all samples at all sweep points, without the terms of a point; it decides how a row
/// is divided. `everywhere` is the vehicle without the numbers that differ between samples or
/// points (unknown_numbers.hpp).
MultirotorForm form_of(const Multirotor& everywhere, const WorldTerms& world,
                       IntegratorKind integrator);

/// Gives the form the terms that the vehicle has in some sample at a sweep point. `there` lacks the
/// numbers that differ between samples, whose paths are `dispersed`.
void take_terms(const Multirotor& there, const std::vector<std::string>& dispersed,
                MultirotorForm& form);

inline int actuators(const MultirotorForm& form) { return form.motor_states * form.rotors; }
inline int constants_size(const MultirotorForm& form) {
  return multirotor_constants_size(form.capacity);
}

/// Writes one sample's constants and the initial states of its actuators: as given, or settled at
/// the first command.
void fold_sample(const Multirotor& vehicle, const MultirotorForm& form,
                 const SampleSetting& setting, double* constants, double* actuators);

}  // namespace montecopter
