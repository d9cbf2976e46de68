#pragma once
/// Surroundings of a vehicle, as the equations see them: a function of its position. One per
/// sample; the same source for every S.

#include "core/numerics/vec3.hpp"
#include "dynamics/environment/atmosphere.hpp"
#include "dynamics/environment/gravity.hpp"

namespace montecopter {

/// Types of the models: the same for all samples of a batch, so that lanes stay together.
struct WorldModels {
  int atmosphere = 0;           ///< index in Atmosphere
  bool gravity_varies = false;  ///< with altitude
  bool air_varies = false;      ///< with altitude
};

/// Constants of one sample's flight. All members are S, so that samples gather into lanes as flat
/// arrays of doubles.
template <class S>
struct WorldConstants {
  S altitude;                    ///< of the origin [m]
  GravityPolynomial<S> gravity;  ///< [m/s2], along +z
  Vec3<S> wind;                  ///< velocity of the air [m/s], NED: of the steady winds
  Air<S> air;                    ///< at the origin
  AtmosphereCoefficients<S> atmosphere;
};

template <class S>
struct World {
  WorldModels models;
  WorldConstants<S> c;

  /// Altitude above sea level [m] where the position is z (down) [m].
  S altitude(const S& z) const { return c.altitude - z; }

  /// Gravity [m/s2] at the origin, which is that everywhere where it does not vary.
  const S& constant_gravity() const { return c.gravity[0]; }
  /// Gravity [m/s2] there, downwards.
  S gravity(const S& z) const {
    return models.gravity_varies ? gravity_at(c.gravity, z) : c.gravity[0];
  }

  Air<S> air(const S& z) const { return models.air_varies ? air_at(altitude(z)) : c.air; }

  /// The air at an altitude above sea level [m], true or measured.
  Air<S> air_at(const S& altitude_m) const {
    return models.air_varies ? air_of(models.atmosphere, c.atmosphere, altitude_m) : c.air;
  }

  const Vec3<S>& wind() const { return c.wind; }
};

}  // namespace montecopter
