#pragma once
/// What the tests of trajectories share: a trajectory that is ready to be asked, and one of each
/// kind.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

#include "dynamics/trajectories/path.hpp"
#include "dynamics/trajectories/path_setup.hpp"

namespace montecopter::testing {

inline constexpr double pi = 3.14159265358979323846;

/// A trajectory with the tables that it points to.
struct Planned {
  explicit Planned(Trajectory given)
      : trajectory(std::move(given)),
        form(form_of(trajectory, tables)),
        path(form, fold_path(trajectory)) {}
  Planned(const Planned&) = delete;

  Reference<double> at(double t) const { return path.at(t); }
  double end() const { return form.track.ends[form.track.pieces - 1]; }

  Trajectory trajectory;
  PathTables tables;
  PathForm form;
  Path<double> path;
};

/// Derivative k of the position.
inline const Vec3<double>& derivative(const Reference<double>& r, int k) {
  const std::array<const Vec3<double>*, 5> all = {&r.position, &r.velocity, &r.acceleration,
                                                  &r.jerk, &r.snap};
  return *all[static_cast<std::size_t>(k)];
}

inline double largest(const Vec3<double>& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

inline void check_near(const Vec3<double>& v, const Vec3<double>& wanted, double tolerance) {
  CHECK(std::abs(v.x - wanted.x) <= tolerance);
  CHECK(std::abs(v.y - wanted.y) <= tolerance);
  CHECK(std::abs(v.z - wanted.z) <= tolerance);
}

/// The waypoints of tests/reference/trajectories/make_smooth.py.
inline std::vector<Waypoint> five_waypoints() {
  return {{{0, 0, -1}, 0.0},
          {{2, 1, -3}, 1.0},
          {{1, 4, -2}, 2.5},
          {{-1, 3, -2}, 3.0},
          {{0, 0, -5}, 7.0}};
}

template <class T>
T through(std::vector<Waypoint> waypoints) {
  T t;
  t.waypoints = std::move(waypoints);
  return t;
}

inline WaypointsTrajectory legs(double speed, double acceleration, double hold = 0) {
  WaypointsTrajectory t;
  t.max_speed_m_s = speed;
  t.max_acceleration_m_s2 = acceleration;
  t.hold_s = hold;
  t.waypoints = {{{0, 0, -1}, {}}, {{10, 0, -1}, {}}, {{10, 0.5, -1}, {}}, {{0, 20, -6}, {}}};
  return t;
}

inline PolynomialTrajectory polynomial() {
  PolynomialTrajectory t;
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int i = 0; i < 3; ++i) {
    t.rows.emplace_back(polynomial_row);
    for (double& x : t.rows.back()) x = any(generator);
    t.rows.back()[0] = 1.0 + 0.5 * i;
  }
  return t;
}

inline SampledTrajectory sampled() {
  SampledTrajectory t;
  for (int i = 0; i <= 40; ++i) {
    const double s = 0.1 * i;
    t.rows.push_back({s, std::sin(s), std::cos(2 * s), -s, std::remainder(100 * s, 360)});
  }
  return t;
}

/// One of each kind.
inline std::vector<Trajectory> all_kinds() {
  HoverTrajectory hover;
  hover.position_m = {1, 2, -3};
  StepTrajectory step;
  step.step_m = {1, 0, -1};
  step.time_s = 2;
  CircleTrajectory circle{{1, 2, -3}, 2.5, 0.8, 0.3, AlongTrackHeading{}};
  LemniscateTrajectory lemniscate{{0, 0, -3}, 3, -0.7, 0.1, AlongTrackHeading{0.2, 0.1}};
  LissajousTrajectory lissajous{{0, 0, -3}, {0.4, 0, 0}, {1, 2, 0.5},
                                {1, 2, 3},  {0, 1, 2},   FixedHeading{0.1, 0.2}};
  HelixTrajectory helix{{0, 0, 0}, 1, 2, 0, 0.5, ProfileHeading{{0, 1, 4}, {0, 2, -3}}};
  auto snap = through<MinimumSnapTrajectory>(five_waypoints());
  snap.heading = AlongTrackHeading{};
  auto turning = legs(2, 1.5, 0.5);
  turning.heading = AlongTrackHeading{};
  return {hover,     step,         circle,   lemniscate,
          lissajous, helix,        snap,     through<MinimumJerkTrajectory>(five_waypoints()),
          turning,   polynomial(), sampled()};
}

}  // namespace montecopter::testing
