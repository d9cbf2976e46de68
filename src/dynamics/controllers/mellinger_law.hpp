#pragma once
/// Mellinger's controller over lanes. Source: D. Mellinger and V. Kumar, "Minimum snap trajectory
/// generation and control for quadrotors", ICRA 2011, section IV. Against Lee's it takes the
/// desired body rate from the trajectory alone, and neither its derivative nor the gyroscopic
/// moment.

#include "dynamics/controllers/lee_law.hpp"

namespace montecopter {

template <class S>
Wrench<S> mellinger_wrench(const LeeGains<S>& k, const KnownVehicle<S>& vehicle,
                           const Feedback<S>& x, const Reference<S>& d) {
  const Vec3<S> up = {S(0.0), S(0.0), -vehicle.gravity};
  const Vec3<S> wanted = d.acceleration + up - times(k.position, x.position - d.position) -
                         times(k.velocity, x.velocity - d.velocity);
  const Rotation<S> R(x.attitude);
  const BodyAxes<S> is = axes_of(R);
  const BodyAxes<S> goal = pointed(unit(-wanted), d.nose());
  const Vec3<S> rate_error = x.body_rate - R.inverse(turn_along(d, vehicle.gravity).rate);
  return {vehicle.mass * -dot(wanted, is.z),
          -(times(k.attitude, vee_error(goal, is)) + times(k.rate, rate_error))};
}

}  // namespace montecopter
