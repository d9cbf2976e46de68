#pragma once
/// The list of trajectories.

#include <variant>

#include "dynamics/trajectories/circle.hpp"
#include "dynamics/trajectories/helix.hpp"
#include "dynamics/trajectories/hover.hpp"
#include "dynamics/trajectories/lemniscate.hpp"
#include "dynamics/trajectories/lissajous.hpp"
#include "dynamics/trajectories/minimum_jerk.hpp"
#include "dynamics/trajectories/minimum_snap.hpp"
#include "dynamics/trajectories/polynomial.hpp"
#include "dynamics/trajectories/recorded.hpp"
#include "dynamics/trajectories/sampled.hpp"
#include "dynamics/trajectories/step.hpp"
#include "dynamics/trajectories/waypoints.hpp"

namespace montecopter {

struct Trajectory : std::variant<HoverTrajectory, StepTrajectory, WaypointsTrajectory,
                                 CircleTrajectory, LemniscateTrajectory, LissajousTrajectory,
                                 HelixTrajectory, MinimumSnapTrajectory, MinimumJerkTrajectory,
                                 PolynomialTrajectory, SampledTrajectory, RecordedTrajectory> {
  using variant::variant;
};

}  // namespace montecopter
