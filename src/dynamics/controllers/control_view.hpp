#pragma once
/// What a control law is given at an update, besides its gains and its memory.

#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/set_points.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// The row of set-points that holds, the same for all lanes.
struct SetPoint {
  SetPointKind kind = SetPointKind::body_rate;
  const double* row = nullptr;  ///< without its time; null: a trajectory is followed
};

template <class S>
struct ControlView {
  const KnownVehicle<S>& vehicle;
  const Feedback<S>& x;
  const Reference<S>& d;  ///< where the trajectory wants the vehicle now, if one is followed
  SetPoint set_point;     ///< what is followed instead
  S period;               ///< from update to update [s]; none of a continuous controller
};

/// Wrenches that were commanded, as far as the rotors could give them.
template <class S>
struct PastWrenches {
  Wrench<S> applied;    ///< the mean over the period that ends now of what was allocated
  Vec3<S> unallocated;  ///< moment of the last update that the rotors could not give [N m], FRD
};

}  // namespace montecopter
