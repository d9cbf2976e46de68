/// Splines of least snap and least jerk, and through samples: against exact solutions in fractions,
/// published figures, and neighbours that have to be worse.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "dynamics/trajectories/planned.hpp"
#include "physics/csv.hpp"

namespace montecopter {
namespace {

using namespace testing;

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

}  // namespace
}  // namespace montecopter
