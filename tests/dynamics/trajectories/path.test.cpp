/// Trajectories as functions of time: against closed forms, published figures, and differences of
/// themselves. splines.test.cpp has those that are solved for.

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

#include "dynamics/trajectories/planned.hpp"
#include "physics/csv.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

using namespace testing;

// --- steps ---------------------------------------------------------------------------------------

TEST_CASE("a step begins with the step of the integrator that starts at its time") {
  // Every 25 ms are 6 steps of 1/240 s; as doubles, n h is often a little less.
  const double h = 1.0 / 240;
  int rounded_down = 0;
  for (int k = 1; k <= 4000; ++k) {
    StepTrajectory step;
    step.step_m = {1, 0, 0};
    step.time_s = k * 25 / 1000.0;
    const Planned path(step);
    rounded_down += 6 * k * h < step.time_s;
    REQUIRE(path.at(6 * k * h).position.x == 1);
    REQUIRE(path.at((6 * k - 1) * h).position.x == 0);
  }
  CHECK(rounded_down > 10);
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

// --- legs ----------------------------------------------------------------------------------------

TEST_CASE("legs keep their limits and arrive when a trapezoid does") {
  const double v = 2, a = 1.5, hold = 0.5;
  const Planned path(legs(v, a, hold));
  const double far = std::sqrt(100 + 19.5 * 19.5 + 25);
  // 10 m: a trapezoid; 0.5 m < v^2 / a: a triangle; the last: a trapezoid.
  const std::vector<double> wanted = {hold + 10 / v + v / a, hold + 2 * std::sqrt(0.5 / a),
                                      hold + far / v + v / a};
  const std::vector<double> times = legs(v, a, hold).arrivals();
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

/// A straight flight along x, in one piece, whose velocity is k (t - t1) ... of the times given.
PolynomialTrajectory reversing(double duration, double factor, const std::vector<double>& at) {
  std::vector<double> velocity = {factor};  // by powers of t
  for (const double time : at) {
    std::vector<double> next(velocity.size() + 1, 0.0);
    for (std::size_t k = 0; k < velocity.size(); ++k) {
      next[k + 1] += velocity[k];
      next[k] -= time * velocity[k];
    }
    velocity = next;
  }
  PolynomialTrajectory t;
  t.rows.emplace_back(polynomial_row);
  t.rows[0][0] = duration;
  t.frame = "NED/FRD";
  for (std::size_t k = 0; k < velocity.size(); ++k) {
    t.rows[0][1 + k + 1] = velocity[k] / static_cast<double>(k + 1);
  }
  t.heading = AlongTrackHeading{0, 0.1};
  return t;
}

TEST_CASE("a heading along the track turns wherever the track turns back, however shortly slow") {
  struct Case {
    double duration, factor;
    std::vector<double> reversals;
  };
  // 10 ms below 0.1 m/s of 4 s; twice within 20 ms of 1 s, with 0.4 m/s in between; 0 in passing.
  for (const auto& [duration, factor, reversals] :
       {Case{4, 20, {2.03}}, Case{1, 4000, {0.502, 0.522}}, Case{2, 30, {0.71, 0.71}}}) {
    CAPTURE(duration, factor);
    const Planned path(reversing(duration, factor, reversals));
    Reference<double> last = path.at(1e-3);
    for (double t = 1e-3; t < duration - 1e-3; t += 1e-5) {
      const Reference<double> r = path.at(t);
      if (std::abs(r.velocity.x) > 0.1 * (1 + 1e-9)) {
        REQUIRE(std::abs(std::remainder(r.heading - (r.velocity.x > 0 ? 0 : pi), 2 * pi)) < 1e-12);
      }
      // A quintic turns by pi within T at up to 15/8 pi / T; the shortest slow moment is 2.4 ms.
      REQUIRE(std::abs(std::remainder(r.heading - last.heading, 2 * pi)) <
              1e-5 * 1.1 * 5.9 / 2.4e-3);
      last = r;
    }
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
