#pragma once
/// Which lanes are beyond a limit.

#include "dynamics/vec3.hpp"
#include "plan/outcome.hpp"
#include "simulate/border/limit_plan.hpp"

namespace montecopter {

/// What the limits are compared with, of one pack of samples.
template <class S>
struct LimitedState {
  Vec3<S> position;
  Quat<S> attitude;
  Vec3<S> center;  ///< from which the distance counts
  S ground_z;
};

/// Code of the status with which each lane ends: the lowest of the limits that it is beyond; 0:
/// none.
template <class S>
S crossed_limit(const LimitPlan& limits, const LimitedState<S>& state) {
  const Vec3<S>&p = state.position, away = p - state.center;
  const Quat<S>& q = state.attitude;
  S code(0.0);
  const auto ends = [&](const auto& beyond, Status status) {
    code = select(beyond, S(static_cast<double>(status)), code);
  };
  const S* const axes[] = {&p.x, &p.y, &p.z};
  for (int k = 0; k < 3; ++k) {
    ends(*axes[k] < S(limits.low[k]), Status::left_geofence);
    ends(S(limits.high[k]) < *axes[k], Status::left_geofence);
  }
  if (limits.ground) ends(state.ground_z < p.z, Status::hit_ground);
  ends(S(limits.distance2) < dot(away, away), Status::distance_limit);
  ends(S(limits.sine2_half_tilt) < fma(q.x, q.x, q.y * q.y), Status::tilt_limit);
  return code;
}

}  // namespace montecopter
