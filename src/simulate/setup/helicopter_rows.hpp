#pragma once
/// Helicopter -> what a flight plan has to know of it, for all samples (form_of(), sizes), and the
/// constants of one sample (fold_sample()). Called by prepared_flights.cpp, which has the same of
/// each kind of vehicle.

#include <string>
#include <vector>

#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/helicopter_constants.hpp"
#include "simulate/setup/sample_setting.hpp"

namespace montecopter {

/// The form that suits all samples: of its terms those with a value, and those whose value is
/// dispersed, by its path.
HelicopterForm form_of(const Helicopter& vehicle, const std::vector<std::string>& dispersed,
                       const WorldTerms& world);

inline constexpr int helicopter_actuators = 1 + static_cast<int>(helicopter_controls.size());

/// Folds one sample's constants and its actuators' states at the start: as given, or settled at the
/// first command. False if it cannot be flown.
bool fold_sample(const Helicopter& vehicle, const SampleSetting& setting, double* constants,
                 double* actuators);

}  // namespace montecopter
