/// The wind filter against closed forms: the scalar Riccati equation, what drag and bias can tell,
/// and its own statistics.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "core/numerics/quaternion_exp.hpp"
#include "dynamics/estimators/wind_law.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

using Constants = WindConstants<double>;
using Filter = WindFilter<double>;

const Rotation<double> level({1, 0, 0, 0});
const Vec3<double> at_rest = {0, 0, 0};

Rotation<double> heading(double turn) {
  return Rotation<double>({std::cos(turn / 2), 0, 0, std::sin(turn / 2)});
}

/// Linear drag d along both axes, without bias.
Constants linear(double d, double noise, double walk, double start) {
  Constants c{};
  c.drag = {d, d, 0};
  c.walk = walk * walk;
  c.variance = start * start;
  c.noise_x = c.noise_y = noise * noise;
  return c;
}

Filter started(const Constants& c) {
  Filter f;
  start_wind(c, f);
  return f;
}

TEST_CASE("the variance settles as the scalar Riccati equation says, and so does the gain") {
  const double d = 0.3, noise = 0.05, walk = 0.5, dt = 1.0 / 250;
  const Constants c = linear(d, noise, walk, 5);
  Filter f = started(c);
  for (int n = 0; n < 2000; ++n) {
    drift(c, dt, f);
    fuse_drag(c, {0, 0, -9.81}, at_rest, level, 1.0, f);
  }
  // p = (p + Q) R / (p + Q + R) with Q = q dt and R = (noise / d)^2.
  const double Q = walk * walk * dt, R = noise * noise / (d * d);
  const double p = (std::sqrt(Q * Q + 4 * Q * R) - Q) / 2;
  CHECK(f.e.P[0][0] == Approx(p).epsilon(1e-12));
  CHECK(f.e.P[1][1] == Approx(p).epsilon(1e-12));
  CHECK(f.e.P[0][1] == Approx(0).margin(1e-18));

  // A wind that jumps is followed with 1 - (1 - K)^n, K = p / R.
  const Vec3<double> wind = {2, -1, 0};
  for (int n = 1; n <= 50; ++n) {
    drift(c, dt, f);
    fuse_drag(c, {d * wind.x, d * wind.y, -9.81}, at_rest, level, 1.0, f);
    const double share = 1 - std::pow(1 - p / R, n);
    CHECK(wind_of(f).x == Approx(share * wind.x).epsilon(1e-11));
    CHECK(wind_of(f).y == Approx(share * wind.y).epsilon(1e-11));
  }
}

TEST_CASE("a reading that is not there says nothing") {
  const Constants c = linear(0.3, 0.05, 0.5, 5);
  Filter f = started(c);
  fuse_drag(c, {1, 1, -9.81}, at_rest, level, 0.0, f);
  CHECK(wind_of(f).x == 0);
  CHECK(f.e.P[0][0] == 25);
}

TEST_CASE("the vehicle's own motion is no wind, however it is turned") {
  const double d = 0.4;
  Constants c = linear(d, 1e-6, 1e-3, 5);
  c.drag.linear_y = 0.2;
  const Vec3<double> wind = {3, -2, 0}, velocity = {-4, 1.5, 0.7};
  const Rotation<double> R(normalised<double>({0.9, 0.2, -0.1, 0.5}));
  const Vec3<double> u = R.inverse(velocity - wind);
  Filter f = started(c);
  // Noise of 1e-6 m/s2 against a start of 5 m/s: what is left of 5 after one reading is
  // (1e-6 / 0.2 / 5)^2 of it, the rest is rounding.
  fuse_drag(c, {-d * u.x, -0.2 * u.y, 5}, velocity, R, 1.0, f);
  CHECK(wind_of(f).x == Approx(wind.x).epsilon(1e-9));
  CHECK(wind_of(f).y == Approx(wind.y).epsilon(1e-9));
}

TEST_CASE("quadratic drag tells the wind from rest, too") {
  Constants c = linear(0, 1e-7, 1e-3, 5);
  c.drag.quadratic = 0.03;
  const Vec3<double> wind = {4, -3, 0};
  const double k = 0.03 * 5;
  Filter f = started(c);
  // u = 0 is believed, where the drag has no slope; midway to the wind it has that of the secant,
  // which is exact along the wind. One reading arrives.
  fuse_drag(c, {k * wind.x, k * wind.y, -9.81}, at_rest, level, 1.0, f);
  CHECK(wind_of(f).x == Approx(wind.x).epsilon(1e-8));
  CHECK(wind_of(f).y == Approx(wind.y).epsilon(1e-8));
}

TEST_CASE("drags of both kinds are told at the next reading or the one after") {
  Constants c = linear(0.2, 1e-4, 0.1, 5);
  c.drag.linear_x = 0.5;
  c.drag.quadratic = 0.02;
  const Vec3<double> wind = {-6, 2, 0}, velocity = {1, 2, 1};
  const Rotation<double> R(normalised<double>({0.95, 0.1, 0.15, -0.3}));
  const Vec3<double> u = R.inverse(velocity - wind);
  const double s = std::sqrt(dot(u, u));
  Filter f = started(c);
  for (int n = 0; n < 20; ++n) {
    drift(c, 0.01, f);
    fuse_drag(c, {-(0.5 + 0.02 * s) * u.x, -(0.2 + 0.02 * s) * u.y, 0}, velocity, R, 1.0, f);
  }
  // The slope is wrong by a share of each step only, so that steps shrink at least by half.
  CHECK(wind_of(f).x == Approx(wind.x).epsilon(1e-5));
  CHECK(wind_of(f).y == Approx(wind.y).epsilon(1e-5));
}

TEST_CASE("wind and bias look alike until the vehicle turns") {
  const double d = 0.3, start = 4, bias = 0.2, noise = 1e-3;
  Constants c = linear(d, noise, 0, start);
  c.bias_xx = c.bias_yy = bias * bias;
  Filter f = started(c);
  for (int n = 0; n < 1000; ++n) fuse_drag(c, {0, 0, -9.81}, at_rest, level, 1.0, f);
  // d w + b is known to noise / sqrt(1000): what is left of w is 1 / (1 / start^2 + d^2 / bias^2).
  const double left = 1 / (1 / (start * start) + d * d / (bias * bias));
  CHECK(f.e.P[0][0] == Approx(left).epsilon(1e-6));  // (noise / bias)^2 / 1000 of it
  for (int n = 0; n < 1000; ++n)
    fuse_drag(c, {0, 0, -9.81}, at_rest, heading(std::numbers::pi), 1.0, f);
  // Now -d w + b is known, too: both to noise / sqrt(2000), and w by d.
  CHECK(f.e.P[0][0] == Approx(noise * noise / (2000 * d * d)).epsilon(1e-3));
  CHECK(f.e.P[2][2] == Approx(noise * noise / 2000).epsilon(1e-3));
}

TEST_CASE("over an ensemble the filter knows its errors") {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  Constants c = linear(0.3, 0.05, 0.3, 3);
  c.bias_xx = 0.01, c.bias_yy = 0.0225, c.bias_xy = 0.006;
  const double dt = 0.02;
  const int flights = 2000;
  double sum = 0;
  for (int flight = 0; flight < flights; ++flight) {
    Filter f = started(c);
    Vec3<double> w = {3 * normal(random), 3 * normal(random), 0};
    const double b_x = 0.1 * normal(random);
    const double b_y = 0.06 * b_x / 0.1 + std::sqrt(0.0225 - 0.0036) * normal(random);
    for (int n = 0; n < 100; ++n) {
      w.x += 0.3 * std::sqrt(dt) * normal(random);
      w.y += 0.3 * std::sqrt(dt) * normal(random);
      drift(c, dt, f);
      const Rotation<double> R = heading(0.02 * n);
      const Vec3<double> u = R.inverse(at_rest - w);
      const double f_x = -0.3 * u.x + b_x + 0.05 * normal(random);
      const double f_y = -0.3 * u.y + b_y + 0.05 * normal(random);
      fuse_drag(c, {f_x, f_y, -9.81}, at_rest, R, 1.0, f);
    }
    std::array<double, 4> e = {w.x - f.x[0], w.y - f.x[1], b_x - f.x[2], b_y - f.x[3]};
    KalmanMatrix<double, 4> P = f.e.P;
    sum += normalised_square(P, e);
  }
  // chi-square of 4 degrees: sd of the mean sqrt(8 / 2000) = 0.063; four of them.
  CHECK(sum / flights == Approx(4).margin(4 * std::sqrt(8.0 / flights)));
}

TEST_CASE("lanes hold their winds like samples alone, to the bit") {
  const double seen[4] = {0.4, -2, 0, 1.5}, there[4] = {1, 1, 1, 0};
  const auto run = [&]<class S>(const S& y, const S& has) {
    WindConstants<S> c{};
    c.drag = {S(0.2), S(0.3), S(0.02)};
    c.walk = S(0.25), c.variance = S(9.0);
    c.noise_x = S(2e-3), c.noise_y = S(3e-3);
    c.bias_xx = S(1e-2), c.bias_xy = S(1e-3), c.bias_yy = S(2e-2);
    c.walk_xx = c.walk_xy = c.walk_yy = S(0.0);
    WindFilter<S> f;
    start_wind(c, f);
    const Rotation<S> R(normalised<S>({S(0.9), S(0.1), y * S(0.1), S(0.2)}));
    for (int n = 0; n < 3; ++n) {
      drift(c, S(0.01), f);
      fuse_drag(c, {y, S(0.3) * y, S(-9.0)}, {S(0.1), y, S(0.2)}, R, has, f);
    }
    return wind_of(f).x + f.x[3] + wind_nees<S>(f, {y, y, y}, {S(0.1), S(0.01), S(0.2)});
  };
  const FourDoubles together = run(FourDoubles::load(seen), FourDoubles::load(there));
  for (int lane = 0; lane < 4; ++lane) CHECK(run(seen[lane], there[lane]) == together.lane(lane));
}

}  // namespace
}  // namespace montecopter
