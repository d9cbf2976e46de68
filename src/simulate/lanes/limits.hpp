#pragma once
/// Which lanes are beyond a limit.

#include "dynamics/vec3.hpp"
#include "plan/outcome.hpp"
#include "simulate/border/limit_plan.hpp"

namespace montecopter {

/// What the limits are compared with, of one pack of samples.
template <class S>
struct LimitedState {
  Vec3<S> position;  ///< [m], NED
  Quat<S> attitude;  ///< body to world
  Vec3<S> center;    ///< from which the distance counts [m], NED
  S ground_z;
};

/// Code of the status with which each lane ends: the lowest of the limits that it is beyond; 0:
/// none.
template <class S>
S crossed_limit(const LimitPlan& limits, const LimitedState<S>& state) {
  const Vec3<S>&p_W = state.position, r_W = p_W - state.center;
  const Quat<S>& q_WB = state.attitude;
  S code(0.0);
  const auto ends = [&](const auto& beyond, Status status) {
    code = select(beyond, S(static_cast<double>(status)), code);
  };
  const S* const axes[] = {&p_W.x, &p_W.y, &p_W.z};
  for (int k = 0; k < 3; ++k) {
    ends(*axes[k] < S(limits.low[k]), Status::left_geofence);
    ends(S(limits.high[k]) < *axes[k], Status::left_geofence);
  }
  if (limits.ground) ends(state.ground_z < p_W.z, Status::hit_ground);
  ends(S(limits.distance2) < dot(r_W, r_W), Status::distance_limit);
  ends(S(limits.sine2_half_tilt) < fma(q_WB.x, q_WB.x, q_WB.y * q_WB.y), Status::tilt_limit);
  return code;
}

}  // namespace montecopter
