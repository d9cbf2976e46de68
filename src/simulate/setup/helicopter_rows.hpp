#pragma once
/// Helicopter -> what a flight plan has to know of it, for all samples (form_of(), sizes), and the
/// constants of one sample (fold_sample()). Called by prepared_flights.cpp and sample_builder.cpp,
/// which have the same of each kind of vehicle.

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/helicopter_constants.hpp"
#include "simulate/setup/sample_setting.hpp"

namespace montecopter {

/// The form that suits all samples at a sweep point: `there` is the vehicle without the numbers
/// that samples have of their own (unknown_numbers.hpp).
HelicopterForm form_of(const Helicopter& there, const WorldTerms& world);

inline constexpr int helicopter_actuators = 1 + static_cast<int>(helicopter_controls.size());

/// Folds one sample's constants and its actuators' states at the start: as given, or settled at the
/// first command.
void fold_sample(const Helicopter& vehicle, const SampleSetting& setting, double* constants,
                 double* actuators);

}  // namespace montecopter
