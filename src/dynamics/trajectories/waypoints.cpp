#include "dynamics/trajectories/waypoints.hpp"

#include <array>

#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/waypoint_times.hpp"

namespace montecopter {

namespace {

using Point = std::array<double, 3>;

Point way(const Point& from, const Point& to) {
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

/// The piece [start, end] on which the way along `direction` from `from` is c0 + c1 x + c2 x^2.
struct Stretch {
  double start, end;
  std::array<double, 3> c;
};

void add_stretch(const Point& from, const Point& direction, const Stretch& s, PieceArrays& out) {
  if (!(s.end > s.start)) return;
  out.add(s.start, s.end);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double e = direction[axis];
    const std::array<double, path_terms> c = {from[axis] + e * s.c[0], e * s.c[1], e * s.c[2]};
    out.coefficients.insert(out.coefficients.end(), c.begin(), c.end());
  }
}

/// Adds a leg of length l in a time that may be longer than the shortest. With the acceleration a
/// and the speed v, it takes l / v + v / a, of which v is the smaller solution.
void add_leg(const Point& from, const Point& to, double start, double end, double a,
             PieceArrays& out) {
  Point direction = way(from, to);
  const double length = sqrt(dot<double>({direction[0], direction[1], direction[2]},
                                         {direction[0], direction[1], direction[2]}));
  for (double& e : direction) e /= length;
  const double time = end - start;
  const double under_root = fma(time, time, -4.0 * length / a);
  const double v = 2.0 * length / (time + sqrt(max(under_root, 0.0)));
  // In the shortest time of a triangle, v / a is half the time but for rounding.
  const double ramp = min(v / a, 0.5 * time);
  const double ramp_m = 0.5 * v * ramp, half_a = 0.5 * v / ramp;
  add_stretch(from, direction, {start, start + ramp, {0.0, 0.0, half_a}}, out);
  add_stretch(from, direction, {start + ramp, end - ramp, {ramp_m, v, 0.0}}, out);
  add_stretch(from, direction, {max(end - ramp, start + ramp), end, {length - ramp_m, v, -half_a}},
              out);
}

void add_hold(const Point& at, double start, double end, PieceArrays& out) {
  add_stretch(at, {}, {start, end, {}}, out);
}

}  // namespace

double shortest_leg_s(double length_m, double max_speed_m_s, double max_acceleration_m_s2) {
  const double ramps_m = max_speed_m_s * max_speed_m_s / max_acceleration_m_s2;
  if (length_m < ramps_m) return 2.0 * sqrt(length_m / max_acceleration_m_s2);
  return length_m / max_speed_m_s + max_speed_m_s / max_acceleration_m_s2;
}

std::vector<double> WaypointsTrajectory::arrivals() const {
  std::vector<double> times = {0.0};
  for (std::size_t i = 1; i < waypoints.size(); ++i) {
    const double earliest = times.back() + hold_s +
                            shortest_leg_s(distance_m(waypoints[i - 1], waypoints[i]),
                                           max_speed_m_s, max_acceleration_m_s2);
    times.push_back(waypoints[i].time_s.value_or(earliest));
  }
  return times;
}

void WaypointsTrajectory::fit_track(PieceArrays& out) const {
  out = {};
  const std::vector<double> times = arrivals();
  const auto& points = waypoints;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double leave = times[i] + hold_s;
    add_hold(points[i].position_m, times[i], leave, out);
    if (i + 1 == points.size()) break;
    add_leg(points[i].position_m, points[i + 1].position_m, leave, times[i + 1],
            max_acceleration_m_s2, out);
  }
}

}  // namespace montecopter
