#pragma once
/// When a smooth trajectory is at its waypoints.

#include <array>
#include <optional>
#include <vector>

#include "core/numerics/vec3.hpp"
#include "dynamics/trajectories/waypoint.hpp"

namespace montecopter {

/// Distance [m].
inline double distance_m(const Waypoint& a, const Waypoint& b) {
  const auto &p = a.position_m, &q = b.position_m;
  const Vec3<double> way = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
  return sqrt(dot(way, way));
}

/// [s]: time_s of each, or by the speed at which straight lines between them would be flown.
inline std::vector<double> waypoint_times(const std::vector<Waypoint>& waypoints,
                                          const std::optional<double>& mean_speed_m_s) {
  std::vector<double> times;
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    if (!mean_speed_m_s) {
      times.push_back(waypoints[i].time_s.value_or(0.0));
    } else if (i == 0) {
      times.push_back(0.0);
    } else {
      times.push_back(times.back() + distance_m(waypoints[i - 1], waypoints[i]) / *mean_speed_m_s);
    }
  }
  return times;
}

}  // namespace montecopter
