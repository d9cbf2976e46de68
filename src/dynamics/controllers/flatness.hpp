#pragma once
/// How a body turns that flies a trajectory, over lanes: its attitude follows from acceleration and
/// heading (differential flatness). Source: D. Mellinger and V. Kumar, "Minimum snap trajectory
/// generation and control for quadrotors", ICRA 2011, section III.

#include "dynamics/controllers/lee_law.hpp"

namespace montecopter {

/// Body rate [rad/s] and its derivative [rad/s2] along a trajectory, in world axes.
template <class S>
struct Turn {
  Vec3<S> rate, spin_up;
};

/// Of a vehicle that feels only its rotors and gravity.
template <class S>
Turn<S> turn_along(const Reference<S>& d, const S& gravity) {
  const Vec3<S> up = {S(0.0), S(0.0), -gravity};
  const Moving<S> c3 = direction<S>({-(d.acceleration + up), -d.jerk, -d.snap});
  const Moving<S> c2 = direction(cross(c3, heading_direction(d)));
  const Moving<S> c1 = cross(c2, c3);
  const Vec3<S> rate = {dot(c3.value, c2.rate), dot(c1.value, c3.rate), dot(c2.value, c1.rate)};
  const Vec3<S> spin_up = {dot(c3.rate, c2.rate) + dot(c3.value, c2.acceleration),
                           dot(c1.rate, c3.rate) + dot(c1.value, c3.acceleration),
                           dot(c2.rate, c1.rate) + dot(c2.value, c1.acceleration)};
  const auto in_world = [&](const Vec3<S>& w) {
    return fma(w.x, c1.value, fma(w.y, c2.value, w.z * c3.value));
  };
  return {in_world(rate), in_world(spin_up)};
}

}  // namespace montecopter
