/// Trajectories as functions of time: against closed forms, exact splines in fractions, published
/// figures, and differences of themselves.

#include "dynamics/trajectories/path.hpp"

#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "dynamics/four_lanes.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "dynamics/trajectories/straight_legs.hpp"
#include "physics/csv.hpp"

namespace montecopter {
namespace {

constexpr double pi = 3.14159265358979323846;

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
const Vec3<double>& derivative(const Reference<double>& r, int k) {
  const std::array<const Vec3<double>*, 5> all = {&r.position, &r.velocity, &r.acceleration,
                                                  &r.jerk, &r.snap};
  return *all[static_cast<std::size_t>(k)];
}

double largest(const Vec3<double>& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

void check_near(const Vec3<double>& v, const Vec3<double>& wanted, double tolerance) {
  CHECK(std::abs(v.x - wanted.x) <= tolerance);
  CHECK(std::abs(v.y - wanted.y) <= tolerance);
  CHECK(std::abs(v.z - wanted.z) <= tolerance);
}

/// The waypoints of tests/reference/trajectories/make_smooth.py.
std::vector<Waypoint> five_waypoints() {
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

WaypointsTrajectory legs(double speed, double acceleration, double hold = 0) {
  WaypointsTrajectory t;
  t.max_speed_m_s = speed;
  t.max_acceleration_m_s2 = acceleration;
  t.hold_s = hold;
  t.waypoints = {{{0, 0, -1}, {}}, {{10, 0, -1}, {}}, {{10, 0.5, -1}, {}}, {{0, 20, -6}, {}}};
  return t;
}

PolynomialTrajectory polynomial() {
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

SampledTrajectory sampled() {
  SampledTrajectory t;
  for (int i = 0; i <= 40; ++i) {
    const double s = 0.1 * i;
    t.rows.push_back({s, std::sin(s), std::cos(2 * s), -s, std::remainder(100 * s, 360)});
  }
  return t;
}

/// One of each kind.
std::vector<Trajectory> all_kinds() {
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

// --- harmonics -----------------------------------------------------------------------------------

TEST_CASE("a circle has the derivatives of a circle") {
  const double r = 2.5, w = 0.8, phase = 0.3;
  const Planned circle(CircleTrajectory{{1, 2, -3}, r, w, phase, AlongTrackHeading{}});
  for (const double t : {0.0, 0.7, 3.0, 1000.0}) {
    const Reference<double> got = circle.at(t);
    const double u = w * t + phase;
    // 1000 s are 800 rad: their rounding (6e-14) is the error of the angle.
    const double tolerance = 5e-13;
    check_near(got.position, {1 + r * std::cos(u), 2 + r * std::sin(u), -3}, tolerance);
    check_near(got.velocity, {-r * w * std::sin(u), r * w * std::cos(u), 0}, tolerance);
    check_near(got.acceleration, {-r * w * w * std::cos(u), -r * w * w * std::sin(u), 0},
               tolerance);
    check_near(got.jerk, {r * w * w * w * std::sin(u), -r * w * w * w * std::cos(u), 0}, tolerance);
    check_near(got.snap, {r * std::pow(w, 4) * std::cos(u), r * std::pow(w, 4) * std::sin(u), 0},
               tolerance);
    CHECK(std::abs(std::remainder(got.heading - (u + pi / 2), 2 * pi)) < tolerance);
    CHECK(std::abs(got.heading_rate - w) < tolerance);
    CHECK(std::abs(got.heading_acceleration) < tolerance);
  }
}

TEST_CASE("the helix of Lee, Leok and McClamroch (CDC 2010), example I") {
  // x_d = (0.4 t, 0.4 sin pi t, 0.6 cos pi t), b1d = (cos pi t, sin pi t, 0).
  const Planned helix(LissajousTrajectory{
      {0, 0, 0}, {0.4, 0, 0}, {0, 0.4, 0.6}, {0, pi, pi}, {0, 0, pi / 2}, FixedHeading{0, pi}});
  // The vehicle of the reference flies it with an error that vanishes: 9.5e-13 m at its end.
  const Csv flown =
      read_csv(MONTECOPTER_TEST_DATA "/reference/trajectories/lee2010_case1_helix.csv");
  const std::size_t last = flown.rows.size() - 1;
  const Reference<double> at_end = helix.at(flown.at(last, "t"));
  check_near(at_end.position, {flown.at(last, "x"), flown.at(last, "y"), flown.at(last, "z")},
             1e-10);  // 12 digits of 4 m, and that error
  check_near(at_end.velocity, {flown.at(last, "vx"), flown.at(last, "vy"), flown.at(last, "vz")},
             1e-10);
  // norm_ex is the distance to the desired position at all times. Its 12 digits bound the check.
  for (std::size_t i = 0; i < flown.rows.size(); i += 7) {
    const Reference<double> r = helix.at(flown.at(i, "t"));
    const double ex = flown.at(i, "x") - r.position.x, ey = flown.at(i, "y") - r.position.y,
                 ez = flown.at(i, "z") - r.position.z;
    CHECK(std::abs(std::sqrt(ex * ex + ey * ey + ez * ez) - flown.at(i, "norm_ex")) < 3e-11);
    CHECK(std::abs(r.heading - pi * flown.at(i, "t")) < 1e-13);
  }
}

TEST_CASE("a helix is a circle that climbs") {
  const Planned circle(CircleTrajectory{{1, 2, -3}, 2, -0.5, 1, {}});
  const Planned helix(HelixTrajectory{{1, 2, -3}, 2, -0.5, 1, 0.25, {}});
  const Reference<double> a = circle.at(8), b = helix.at(8);
  check_near(b.position, {a.position.x, a.position.y, a.position.z - 2}, 1e-15);
  check_near(b.velocity, {a.velocity.x, a.velocity.y, -0.25}, 0);
  check_near(b.snap, a.snap, 0);
}

TEST_CASE("a lemniscate of Gerono obeys its equation") {
  // x^4 = a^2 (x^2 - y^2), https://mathworld.wolfram.com/EightCurve.html
  const double a = 3;
  const Planned eight(LemniscateTrajectory{{0, 0, -2}, a, 0.9, 0.2, {}});
  for (double t = 0; t < 10; t += 0.37) {
    const Vec3<double> p = eight.at(t).position;
    CHECK(std::abs(std::pow(p.x, 4) - a * a * (p.x * p.x - p.y * p.y)) < 1e-13);  // of 81: rounding
    CHECK(p.z == -2);
  }
}

TEST_CASE("a step") {
  StepTrajectory step;
  step.position_m = {1, 2, -3};
  step.step_m = {0.5, 0, -2};
  step.time_s = 2;
  const Planned planned(step);
  check_near(planned.at(1.999).position, {1, 2, -3}, 0);
  check_near(planned.at(2).position, {1.5, 2, -5}, 0);
  check_near(planned.at(2).velocity, {0, 0, 0}, 0);
}

// --- splines -------------------------------------------------------------------------------------

void check_coefficients(const PieceArrays& track, const std::string& file, double relative) {
  const Csv wanted = read_csv(MONTECOPTER_TEST_DATA "/reference/trajectories/" + file);
  REQUIRE(track.coefficients.size() == wanted.rows.size() * path_terms);
  double size = 0;  // of each power
  for (std::size_t k = 0; k < path_terms; ++k) {
    size = 0;
    for (const auto& row : wanted.rows) size = std::max(size, std::abs(row[2 + k]));
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
      INFO(file << " row " << i << " power " << k);
      const double got = track.coefficients[i * path_terms + k];
      CHECK(std::abs(got - wanted.rows[i][2 + k]) <= relative * size);
    }
  }
}

TEST_CASE("one piece of least snap is the exact solution") {
  const Planned one(through<MinimumSnapTrajectory>({{{0, 0, 0}, 0.0}, {{1, 2, 3}, 2.0}}));
  // Nothing is solved for: a few roundings.
  check_coefficients(one.tables.track, "minsnap_single_rest_to_rest.csv", 1e-14);
}

TEST_CASE("several pieces of least snap and of least jerk are the exact solutions") {
  const Planned snap(through<MinimumSnapTrajectory>(five_waypoints()));
  const Planned jerk(through<MinimumJerkTrajectory>(five_waypoints()));
  // The systems of 9 and 6 unknowns have conditions of about 1e4: 1e-8 is what users are promised.
  check_coefficients(snap.tables.track, "minsnap_five.csv", 1e-11);
  check_coefficients(jerk.tables.track, "minjerk_five.csv", 1e-11);
}

TEST_CASE("least jerk from rest to rest is 10 u^3 - 15 u^4 + 6 u^5") {
  // Flash & Hogan, J. Neuroscience 5 (1985), 1688.
  const Planned jerk(through<MinimumJerkTrajectory>({{{0, 0, 0}, 0.0}, {{4, -2, 1}, 3.0}}));
  for (double t = 0; t <= 3; t += 0.125) {
    const double u = t / 3, s = u * u * u * (10 - 15 * u + 6 * u * u);
    check_near(jerk.at(t).position, {4 * s, -2 * s, s}, 1e-14);  // roundings of 4
  }
}

/// Waypoints with times that differ much.
std::vector<Waypoint> many_waypoints(std::size_t count, double ratio) {
  std::mt19937_64 generator(2011);
  std::uniform_real_distribution<double> any(-10, 10), unit(0, 1);
  std::vector<Waypoint> waypoints;
  double time = 0;
  for (std::size_t i = 0; i < count; ++i) {
    waypoints.push_back({{any(generator), any(generator), any(generator)}, time});
    time += std::pow(ratio, unit(generator));
  }
  return waypoints;
}

/// The derivatives 0 to 4 of both pieces at each knot, relative to the largest near it.
double worst_jump(const Planned& planned) {
  const PieceTable& track = planned.form.track;
  double worst = 0;
  for (std::size_t i = 1; i < track.pieces; ++i) {
    const auto piece = [&](std::size_t k, double t) {
      PathForm one = planned.form;
      one.track = {1, track.starts + k, track.ends + k, track.coefficients + k * 3 * path_terms};
      return Path<double>(one, {}).at(t);
    };
    const double knot = track.starts[i];
    const Reference<double> after = piece(i, knot);
    // Just before the end: what is lost by that is of the order of the next derivative's rounding.
    const Reference<double> before = piece(i - 1, std::nextafter(knot, 0.0));
    for (int k = 0; k < 5; ++k) {
      double size = 0;
      for (int look = 0; look <= 20; ++look) {
        const double t = track.starts[i - 1] + (track.ends[i] - track.starts[i - 1]) * look / 20.5;
        size = std::max(size, largest(derivative(planned.at(t), k)));
      }
      const Vec3<double> jump = derivative(after, k) - derivative(before, k);
      worst = std::max(worst, largest(jump) / size);
    }
  }
  return worst;
}

TEST_CASE("splines are continuous to the snap at their knots") {
  CHECK(worst_jump(Planned(through<MinimumSnapTrajectory>(five_waypoints()))) < 1e-9);
  CHECK(worst_jump(Planned(through<MinimumJerkTrajectory>(five_waypoints()))) < 1e-9);
  CHECK(worst_jump(Planned(through<MinimumSnapTrajectory>(many_waypoints(300, 1)))) < 1e-9);
  CHECK(worst_jump(Planned(through<MinimumSnapTrajectory>(many_waypoints(300, 10)))) < 1e-9);
  CHECK(worst_jump(Planned(through<MinimumJerkTrajectory>(many_waypoints(300, 10)))) < 1e-9);
  CHECK(worst_jump(Planned(sampled())) < 1e-9);
  // As different as times may be: the equations lose digits to it, derivatives are still joined.
  CHECK(worst_jump(Planned(through<MinimumSnapTrajectory>(many_waypoints(100, 1000)))) < 1e-6);
}

TEST_CASE("splines go through their waypoints") {
  const auto waypoints = many_waypoints(300, 100);
  const Planned snap(through<MinimumSnapTrajectory>(waypoints));
  const Planned jerk(through<MinimumJerkTrajectory>(waypoints));
  for (const Waypoint& w : waypoints) {
    const Vec3<double> place = {w.position_m[0], w.position_m[1], w.position_m[2]};
    check_near(snap.at(*w.time_s).position, place, 1e-11);  // the last by the sum of a polynomial
    check_near(jerk.at(*w.time_s).position, place, 1e-11);
  }
  check_near(snap.at(0).velocity, {0, 0, 0}, 0);
  check_near(snap.at(0).jerk, {0, 0, 0}, 0);
}

/// Integral of the square of the snap of one axis: exact for polynomials of degree 6 by 4 Gauss
/// nodes per piece.
double snap_cost(const PieceTable& track, const PathForm& form) {
  constexpr std::array<std::array<double, 2>, 4> gauss = {
      {{-0.8611363115940526, 0.3478548451374538},
       {-0.3399810435848563, 0.6521451548625461},
       {0.3399810435848563, 0.6521451548625461},
       {0.8611363115940526, 0.3478548451374538}}};
  PathForm with_track = form;
  with_track.track = track;
  const Path<double> path(with_track, {});
  double cost = 0;
  for (std::size_t i = 0; i < track.pieces; ++i) {
    const double half = 0.5 * (track.ends[i] - track.starts[i]);
    for (const auto& [node, weight] : gauss) {
      const Vec3<double> s = path.at(track.starts[i] + half * (1 + node)).snap;
      cost += half * weight * dot(s, s);
    }
  }
  return cost;
}

TEST_CASE("no other curve through the waypoints has less snap") {
  // Curves that leave the best one by a little are those of least snap through one more waypoint
  // beside it, in any piece and direction.
  const Planned best(through<MinimumSnapTrajectory>(five_waypoints()));
  const PieceTable& track = best.form.track;
  const double least = snap_cost(track, best.form);
  // The reference tells the cost of its single piece.
  const Planned one(through<MinimumSnapTrajectory>({{{0, 0, 0}, 0.0}, {{1, 2, 3}, 2.0}}));
  CHECK(snap_cost(one.form.track, one.form) == Approx(11025).epsilon(1e-12));
  for (std::size_t i = 0; i < track.pieces; ++i) {
    for (const double off : {-0.01, 0.01}) {
      for (int axis = 0; axis < 3; ++axis) {
        auto waypoints = five_waypoints();
        const double t = 0.5 * (track.starts[i] + track.ends[i]);
        const Vec3<double> p = best.at(t).position;
        Waypoint extra{{p.x, p.y, p.z}, t};
        extra.position_m[static_cast<std::size_t>(axis)] += off;
        waypoints.insert(waypoints.begin() + static_cast<std::ptrdiff_t>(i) + 1, extra);
        const Planned other(through<MinimumSnapTrajectory>(waypoints));
        CHECK(snap_cost(other.form.track, other.form) > least);
        extra.position_m[static_cast<std::size_t>(axis)] -= off;
        waypoints[i + 1] = extra;
        const Planned same(through<MinimumSnapTrajectory>(waypoints));
        // A waypoint on the curve changes nothing: it is optimal piece by piece (Bellman).
        CHECK(snap_cost(same.form.track, same.form) == Approx(least).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("samples of a smooth motion are joined by it") {
  const Planned path(sampled());
  // Natural ends disturb a few intervals; inside, a quintic spline over 0.1 s is good to h^6 / 720
  // per derivative of size 64, and loses a power of h with each derivative.
  for (double t = 1.5; t < 2.5; t += 0.037) {
    const Reference<double> r = path.at(t);
    check_near(r.position, {std::sin(t), std::cos(2 * t), -t}, 1e-6);
    check_near(r.velocity, {std::cos(t), -2 * std::sin(2 * t), -1}, 1e-5);
    check_near(r.acceleration, {-std::sin(t), -4 * std::cos(2 * t), 0}, 1e-3);
    CHECK(std::abs(r.heading - 100 * t * pi / 180) < 1e-9);  // unwrapped, and even
    CHECK(std::abs(r.heading_rate - 100 * pi / 180) < 1e-8);
  }
}

// --- legs ----------------------------------------------------------------------------------------

TEST_CASE("legs keep their limits and arrive when a trapezoid does") {
  const double v = 2, a = 1.5, hold = 0.5;
  const Planned path(legs(v, a, hold));
  const double far = std::sqrt(100 + 19.5 * 19.5 + 25);
  // 10 m: a trapezoid; 0.5 m < v^2 / a: a triangle; the last: a trapezoid.
  const std::vector<double> wanted = {hold + 10 / v + v / a, hold + 2 * std::sqrt(0.5 / a),
                                      hold + far / v + v / a};
  const std::vector<double> times = arrivals(legs(v, a, hold));
  double time = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    time += wanted[i];
    CHECK(std::abs(times[i + 1] - time) < 1e-12);
    const auto& p = legs(v, a).waypoints[i + 1].position_m;
    check_near(path.at(times[i + 1] + 0.25).position, {p[0], p[1], p[2]}, 1e-13);
  }
  CHECK(std::abs(path.end() - time - hold) < 1e-12);
  double fastest = 0, strongest = 0;
  for (double t = 0; t < path.end(); t += 0.001) {
    const Reference<double> r = path.at(t);
    fastest = std::max(fastest, std::sqrt(dot(r.velocity, r.velocity)));
    strongest = std::max(strongest, std::sqrt(dot(r.acceleration, r.acceleration)));
  }
  CHECK(fastest <= v * (1 + 1e-14));  // the direction has a length of 1 but for rounding
  CHECK(fastest > v * (1 - 1e-14));
  CHECK(strongest <= a * (1 + 1e-14));
}

TEST_CASE("a leg that may take longer is slower, and on time") {
  WaypointsTrajectory t = legs(5, 1.5);
  t.waypoints = {{{0, 0, 0}, {}}, {{12, 0, 0}, 10.0}, {{12, 8, 0}, 16.0}};
  const Planned path(t);
  check_near(path.at(10).position, {12, 0, 0}, 1e-13);
  check_near(path.at(16).position, {12, 8, 0}, 1e-13);
  // v^2 - a T v + a L = 0.
  const double v = (15 - std::sqrt(15 * 15 - 4 * 1.5 * 12)) / 2;
  CHECK(std::abs(path.at(5).velocity.x - v) < 1e-13);
  CHECK(std::abs(path.at(0.1).acceleration.x - 1.5) < 1e-13);
}

// --- rows of polynomials -------------------------------------------------------------------------

TEST_CASE("polynomials are converted from their frame") {
  PolynomialTrajectory t = polynomial();
  for (const char* frame : {"ENU/FLU", "NWU/FLU", "NED/FRD"}) {
    t.frame = frame;
    const Planned path(t);
    const double into = 0.3, time = t.rows[0][0] + into;
    std::array<double, 4> xyz{}, rate{};
    for (std::size_t axis = 0; axis < 4; ++axis) {
      for (std::size_t k = 0; k < 8; ++k) {
        const double c = t.rows[1][1 + axis * 8 + k];
        xyz[axis] += c * std::pow(into, k);
        if (k > 0) rate[axis] += c * static_cast<double>(k) * std::pow(into, k - 1);
      }
    }
    const Reference<double> r = path.at(time);
    INFO(frame);
    const double tolerance = 1e-14;  // roundings of a sum of 8 terms below 1
    if (t.frame == "ENU/FLU") {
      check_near(r.position, {xyz[1], xyz[0], -xyz[2]}, tolerance);
      check_near(r.velocity, {rate[1], rate[0], -rate[2]}, 10 * tolerance);
      // The nose is at yaw from east, anticlockwise: its east is cos(yaw), its north sin(yaw).
      CHECK(std::abs(std::cos(r.heading) - std::sin(xyz[3])) < tolerance);
      CHECK(std::abs(std::sin(r.heading) - std::cos(xyz[3])) < tolerance);
      CHECK(std::abs(r.heading_rate + rate[3]) < 10 * tolerance);
    } else if (t.frame == "NWU/FLU") {
      check_near(r.position, {xyz[0], -xyz[1], -xyz[2]}, tolerance);
      CHECK(std::abs(r.heading + xyz[3]) < tolerance);
    } else {
      check_near(r.position, {xyz[0], xyz[1], xyz[2]}, tolerance);
      CHECK(std::abs(r.heading - xyz[3]) < tolerance);
    }
  }
}

TEST_CASE("after its end a trajectory holds its place") {
  const Planned path(polynomial());
  const Reference<double> last = path.at(std::nextafter(path.end(), 0.0));
  CHECK(largest(last.velocity) > 0.1);
  for (const double t : {path.end(), path.end() + 1, 1e7}) {
    const Reference<double> r = path.at(t);
    check_near(r.position, last.position, 1e-12);  // roundings of terms up to 2^7
    for (int k = 1; k < 5; ++k) check_near(derivative(r, k), {0, 0, 0}, 0);
    CHECK(std::abs(r.heading - last.heading) < 1e-12);
    CHECK(r.heading_rate == 0);
  }
}

// --- all -----------------------------------------------------------------------------------------

TEST_CASE("derivatives are those of the curve, of position and heading") {
  constexpr double h = 1e-4;
  for (const Trajectory& trajectory : all_kinds()) {
    const Planned path(trajectory);
    INFO("kind " << trajectory.index());
    std::mt19937_64 generator(5);
    std::uniform_real_distribution<double> any(0.01, 8);
    for (int i = 0; i < 300; ++i) {
      const double t = any(generator);
      const Reference<double> before = path.at(t - h), r = path.at(t), after = path.at(t + h);
      // Where a derivative jumps (knots of legs and of files), differences are no derivatives.
      const auto smooth = [&](const PieceTable& table) {
        for (std::size_t k = 0; k < table.pieces; ++k) {
          if (std::abs(table.starts[k] - t) <= h || std::abs(table.ends[k] - t) <= h) return false;
        }
        return true;
      };
      if (!smooth(path.form.track) || !smooth(path.form.turns)) continue;
      if (trajectory.index() == 1 && std::abs(t - 2) <= h) continue;
      for (int k = 1; k < 5; ++k) {
        // Truncation h^2 / 6 of the derivative k + 2, which is below 1e4 here; rounding 1e-16 / h.
        const Vec3<double> up = derivative(after, k - 1), down = derivative(before, k - 1);
        const Vec3<double> slope = {(up.x - down.x) / (2 * h), (up.y - down.y) / (2 * h),
                                    (up.z - down.z) / (2 * h)};
        check_near(derivative(r, k), slope, 2e-5);
      }
      const double turn = std::remainder(after.heading - before.heading, 2 * pi);
      // As above; headings turn faster where the track is slow: their third derivative reaches
      // (a / v)^3 with v = 0.1 m/s.
      const double size = 1 + std::abs(r.heading_rate) + std::abs(r.heading_acceleration);
      CHECK(std::abs(turn / (2 * h) - r.heading_rate) < 1e-4 * size);
      const double bend = (after.heading_rate - before.heading_rate) / (2 * h);
      CHECK(std::abs(bend - r.heading_acceleration) < 1e-3 * size);
    }
  }
}

TEST_CASE("a heading along the track points along it, and turns smoothly where it is slow") {
  auto snap = through<MinimumSnapTrajectory>(five_waypoints());
  snap.heading = AlongTrackHeading{0.25, 0.1};
  WaypointsTrajectory corner = legs(2, 1.5);
  corner.heading = AlongTrackHeading{0.25, 0.1};
  for (const Trajectory& trajectory : {Trajectory(snap), Trajectory(corner)}) {
    const Planned path(trajectory);
    Reference<double> last = path.at(0);
    CHECK(last.heading_rate == 0);
    for (double t = 0; t < path.end() + 1; t += 1e-4) {
      const Reference<double> r = path.at(t);
      const double speed = std::hypot(r.velocity.x, r.velocity.y);
      if (speed > 0.1 * (1 + 1e-9)) {
        const double direction = std::atan2(r.velocity.y, r.velocity.x) + 0.25;
        CHECK(std::abs(std::remainder(r.heading - direction, 2 * pi)) < 1e-12);
      }
      // No jump: at most what the fastest turn allows, 90 degrees within 0.13 s.
      CHECK(std::abs(std::remainder(r.heading - last.heading, 2 * pi)) < 1e-4 * 60);
      last = r;
    }
    CHECK(last.heading_rate == 0);
  }
}

TEST_CASE("a profile of headings goes through its angles") {
  HoverTrajectory hover;
  hover.heading = ProfileHeading{{0, 1, 4}, {0, 7, -3}};
  const Planned path(hover);
  CHECK(path.at(0).heading == 0);
  CHECK(std::abs(path.at(1).heading - 7) < 1e-14);
  CHECK(std::abs(path.at(4).heading + 3) < 1e-12);  // a sum of terms up to 200
  CHECK(std::abs(path.at(100).heading + 3) < 1e-12);
  CHECK(path.at(0).heading_rate == 0);
}

TEST_CASE("offsets shift a trajectory and nothing else") {
  auto t = through<MinimumSnapTrajectory>(five_waypoints());
  const Planned at_home(t);
  t.offset_m = {1, -2, 0.5};
  const Planned away(t);
  const Vec3<double> shift = away.at(1.7).position - at_home.at(1.7).position;
  check_near(shift, {1, -2, 0.5}, 1e-15);
  check_near(away.at(1.7).velocity, at_home.at(1.7).velocity, 0);
}

template <class S>
constexpr std::size_t members() {
  return sizeof(Reference<S>) / sizeof(S);
}

/// Every lane of a batch whose samples differ against the sample alone, by bits.
template <class Isa>
void check_lanes(const Trajectory& trajectory) {
  using S = Pack<Isa>;
  constexpr auto width = static_cast<std::size_t>(Isa::width);
  constexpr std::size_t numbers = sizeof(PathConstants<double>) / sizeof(double);
  const Planned path(trajectory);
  std::mt19937_64 generator(3);
  std::uniform_real_distribution<double> any(0.5, 1.5);
  std::array<std::array<double, numbers>, width> samples{};
  const PathConstants<double> middle = fold_path(trajectory);
  for (auto& sample : samples) {
    std::memcpy(sample.data(), &middle, sizeof(middle));
    for (double& x : sample) x *= any(generator);
  }
  // What holds in some lanes only is no short cut for the others.
  for (std::size_t i = 1; i < width; i += 2) {
    samples[i][offsetof(PathConstants<double>, heading_rate) / sizeof(double)] = 0;
  }
  PathConstants<S> constants;
  for (std::size_t k = 0; k < numbers; ++k) {
    std::array<double, width> row{};
    for (std::size_t i = 0; i < width; ++i) row[i] = samples[i][k];
    const S pack = S::load(row.data());
    std::memcpy(reinterpret_cast<char*>(&constants) + k * sizeof(S), &pack, sizeof(S));
  }
  const Path<S> lanes(path.form, constants);
  bool all_same = true;
  for (double t = 0; t < 9; t += 0.0831) {
    const Reference<S> together = lanes.at(t);
    for (std::size_t i = 0; i < width; ++i) {
      PathConstants<double> own;
      std::memcpy(&own, samples[i].data(), sizeof(own));
      const Reference<double> alone = Path<double>(path.form, own).at(t);
      for (std::size_t k = 0; k < members<double>(); ++k) {
        S pack;
        double number = 0;
        std::memcpy(&pack, reinterpret_cast<const char*>(&together) + k * sizeof(S), sizeof(S));
        std::memcpy(&number, reinterpret_cast<const char*>(&alone) + k * sizeof(double),
                    sizeof(double));
        all_same = all_same && std::bit_cast<std::uint64_t>(pack.lane(static_cast<int>(i))) ==
                                   std::bit_cast<std::uint64_t>(number);
      }
    }
  }
  INFO("kind " << trajectory.index());
  CHECK(all_same);
}

TEST_CASE("sine and cosine of a heading are those of the heading") {
  for (const Trajectory& trajectory : all_kinds()) {
    INFO("kind " << trajectory.index());
    const Planned path(trajectory);
    for (double t = 0; t < 9; t += 0.37) {
      const Reference<double> r = path.at(t);
      // 2 ulp of numbers up to 1: the error of ours.
      CHECK(std::abs(r.heading_sine - std::sin(r.heading)) < 5e-16);
      CHECK(std::abs(r.heading_cosine - std::cos(r.heading)) < 5e-16);
    }
  }
}

TEST_CASE("trajectories in lanes have the bits of each sample alone") {
  for (const Trajectory& trajectory : all_kinds()) {
    check_lanes<isa::Native>(trajectory);
    check_lanes<FourLanes>(trajectory);
  }
}

TEST_CASE("every number is finite at any time") {
  for (const Trajectory& trajectory : all_kinds()) {
    const Planned path(trajectory);
    for (const double t : {0.0, 1e-300, 1e-9, 1.0, 2.5, 7.0, 123.456, 1e6, 1e9}) {
      const Reference<double> r = path.at(t);
      const auto* numbers = reinterpret_cast<const double*>(&r);
      for (std::size_t k = 0; k < members<double>(); ++k) CHECK(std::isfinite(numbers[k]));
    }
  }
  // At the ends of all ranges.
  const double m = 1e7, v = 1e5, w = 1e3;
  const Planned wild(LissajousTrajectory{
      {m, m, m}, {v, v, v}, {m, -m, m}, {w, -w, w}, {w, w, w}, AlongTrackHeading{w, 1e-6}});
  // Coincidences of a slow track: at rest, and about to move.
  const Planned still(LissajousTrajectory{{}, {}, {0, 0, 0}, {0, 0, 0}, {}, AlongTrackHeading{}});
  for (const double t : {0.0, 1.0, 1e6}) {
    for (const Planned* path : {&wild, &still}) {
      const Reference<double> r = path->at(t);
      const auto* numbers = reinterpret_cast<const double*>(&r);
      for (std::size_t k = 0; k < members<double>(); ++k) CHECK(std::isfinite(numbers[k]));
    }
  }
}

}  // namespace
}  // namespace montecopter
