#pragma once
/// The reference of a trajectory at one time.

#include "core/numerics/elementary.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Position and its derivatives in NED [m, s]; heading: the angle of the nose from north,
/// right-handed about z (down) [rad], any number of turns.
template <class S>
struct Reference {
  Vec3<S> position, velocity, acceleration, jerk, snap;
  S heading, heading_rate, heading_acceleration;
  S heading_sine, heading_cosine;  ///< for control laws and Tracking, computed once

  void set_heading(const S& angle, const S& rate, const S& rate_change) {
    S sine, cosine;
    sincos(angle, sine, cosine);
    set_heading(angle, rate, rate_change, sine, cosine);
  }
  void set_heading(const S& angle, const S& rate, const S& rate_change, const S& sine,
                   const S& cosine) {
    heading = angle, heading_rate = rate, heading_acceleration = rate_change;
    heading_sine = sine, heading_cosine = cosine;
  }

  /// Unit vector along the nose of a level body, NED.
  Vec3<S> nose() const { return {heading_cosine, heading_sine, S(0.0)}; }
};

}  // namespace montecopter
