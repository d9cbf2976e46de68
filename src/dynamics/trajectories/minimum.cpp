#include "dynamics/trajectories/minimum.hpp"

#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/smooth_spline.hpp"
#include "dynamics/trajectories/waypoint_times.hpp"

namespace montecopter {

template <int n>
void MinimumTrajectory<n>::fit_track(PieceArrays& out) const {
  std::vector<std::array<double, 3>> points;
  for (const Waypoint& waypoint : waypoints) points.push_back(waypoint.position_m);
  fit_smooth_spline<n, 3>(waypoint_times(waypoints, mean_speed_m_s), points, SplineEnds::rest, out);
}

template struct MinimumTrajectory<3>;
template struct MinimumTrajectory<4>;

}  // namespace montecopter
