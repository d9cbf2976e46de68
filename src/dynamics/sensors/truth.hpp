#pragma once
/// The true quantities that sensors measure.

#include <array>
#include <limits>

#include "dynamics/environment/geodesy.hpp"
#include "dynamics/environment/world.hpp"
#include "dynamics/rotors/max_rotors.hpp"
#include "dynamics/vec3.hpp"

namespace montecopter {

/// The reading of a sensor without a measurement.
inline constexpr double nothing_to_read = std::numeric_limits<double>::quiet_NaN();

/// Of the vehicle, at one time.
template <class S>
struct Truth {
  Vec3<S> position, velocity;  ///< of the centre of mass [m], [m/s], NED
  Quat<S> attitude;            ///< body to world
  Vec3<S> body_rate;           ///< [rad/s], FRD
  Vec3<S> specific_force;  ///< at the centre of mass [m/s2], FRD; set only where a sensor needs it
  Vec3<S> wind;            ///< velocity of the air over the ground [m/s], NED
  Vec3<S> angular_acceleration;  ///< derivative of the body rate [rad/s2], FRD; as above
  std::array<S, max_rotors> rotor_speed;
};

/// Of the world, constant over a flight. All members are S.
template <class S>
struct Scene {
  WorldConstants<S> world;
  GeodesyConstants<S> geodesy;
  Vec3<S> magnetic_field;  ///< [T], NED
  S ground_z;              ///< [m]
};

/// Which models hold there.
struct SceneModels {
  WorldModels world;
  GeodesyModel geodesy = GeodesyModel::wgs84;
};

}  // namespace montecopter
