#pragma once
/// What a vehicle is to do at one moment.

#include "dynamics/vec3.hpp"

namespace montecopter {

/// Position and its derivatives in NED [m, s]; heading: the angle of the nose from north,
/// right-handed about z (down) [rad], any number of turns.
template <class S>
struct Reference {
  Vec3<S> position, velocity, acceleration, jerk, snap;
  S heading, heading_rate, heading_acceleration;
};

}  // namespace montecopter
