#pragma once
/// The input of a control law at an update, besides its gains and its memory.

#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/pending_commands.hpp"
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
  const Reference<S>& d;  ///< of the trajectory at this time, if one is followed
  SetPoint set_point;     ///< followed instead of a trajectory
  S period;               ///< from update to update [s]; none if continuous.
  /// Commands of a control law that counts them and that do not act yet; and, for a regulator, the
  /// gains on them: [update][command][command].
  PendingCommands<S> pending = {};
  const S* pending_gains = nullptr;
};

/// Wrenches that were commanded, within what the rotors can give.
template <class S>
struct PastWrenches {
  Wrench<S> applied;    ///< allocated wrench, mean over the period that ends now
  Vec3<S> unallocated;  ///< moment of the last update lost to saturation [N m], FRD
};

}  // namespace montecopter
