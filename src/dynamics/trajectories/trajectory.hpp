#pragma once
/// The list of trajectories.

#include <type_traits>
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

/// Whether a trajectory is given as rows, which may hold headings.
template <class T>
inline constexpr bool may_have_headings = std::is_same_v<decltype(T::heading), HeadingOrRows>;

/// A trajectory given as rows, or as a file of them. A file begins with the names of its columns:
/// those of header(), in lower case, of which all behind the first `least_columns` may be missing.
template <class T>
concept FileTrajectory = requires(const T& trajectory) {
  trajectory.file;
};

inline bool has_step_response(const Trajectory& trajectory) {
  return std::visit([]<class T>(const T&) { return T::has_step_response; }, trajectory);
}

}  // namespace montecopter
