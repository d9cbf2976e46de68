#pragma once
/// Helicopter -> its part of a flight plan, the same for all samples (form_of(), sizes), and the
/// constants of one sample (fold_sample()). Called by prepared_flights.cpp and sample_builder.cpp,
/// which call the same functions of each kind of vehicle.

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/helicopter_constants.hpp"
#include "simulate/setup/sample_setting.hpp"

namespace montecopter {

/// The form that suits all samples at a sweep point. `there` is the vehicle without the numbers
/// that differ between samples (unknown_numbers.hpp).
HelicopterForm form_of(const Helicopter& there, const WorldTerms& world);

/// Writes one sample's constants and the initial states of its actuators: as given, or settled at
/// the first command.
void fold_sample(const Helicopter& vehicle, const SampleSetting& setting, double* constants,
                 double* actuators);

}  // namespace montecopter
