#pragma once
/// Set-up of one sample's world: folds the scenario's environment into the constants of the lanes.
/// It uses correctly rounded operations and our own functions only (the result is part of the
/// bits).

#include <array>

#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/world.hpp"

namespace montecopter {

/// Common part of all samples: the types, which no dispersion changes.
WorldModels models_of(const Environment& environment);

/// Can a sample with these numbers be flown? A dispersed home may be too near to a pole for the
/// sphere geodesy.
bool is_valid_environment(const Environment& environment);

/// `wind_to_m_s` is the sum of the winds, NED.
WorldConstants<double> fold_world(const Environment& environment,
                                  const std::array<double, 3>& wind_to_m_s);

GeodesyConstants<double> fold_geodesy(const Environment& environment);

/// [T], NED.
Vec3<double> fold_magnetic_field(const MagneticField& magnetic_field);

}  // namespace montecopter
