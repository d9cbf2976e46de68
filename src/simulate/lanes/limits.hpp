#pragma once
/// Lanes that have exceeded a limit of the flight: geofence, ground, distance or tilt. Flight calls
/// crossed_limit() at each step, before the integrator's step, and ends those lanes.

#include "core/numerics/vec3.hpp"
#include "dynamics/tilt.hpp"
#include "plan/outcome.hpp"
#include "simulate/border/limit_plan.hpp"

namespace montecopter {

/// The part of the state that is compared with limits, of one pack of samples.
template <class S>
struct LimitedState {
  Vec3<S> position;  ///< [m], NED
  Quat<S> attitude;  ///< body to world
  Vec3<S> center;    ///< centre of the distance limit: start, or the reference [m], NED
  S ground_z;
};

/// Status code with which each lane ends: the lowest code of the exceeded limits, or 0. Tilt and
/// distance are compared as squares.
template <class S>
S crossed_limit(const LimitPlan& limits, const LimitedState<S>& state) {
  const Vec3<S>&p_W = state.position, r_W = p_W - state.center;
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
  ends(S(limits.sine2_half_tilt) < sine2_half_tilt(state.attitude), Status::tilt_limit);
  return code;
}

}  // namespace montecopter
