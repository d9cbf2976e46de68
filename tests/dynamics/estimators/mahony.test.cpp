/// The complementary filter against the closed form of its error.

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/estimators/mahony.hpp"

namespace montecopter {
namespace {

MahonyGains<double> gains(double k_P, double k_I) { return {k_P, k_I, 1.0, 1.0, 0.0, 0.0, 0.0}; }

/// Angle of an attitude about x that started at 90 degrees while the truth is level and turns with
/// nothing, `end` [s] later.
double angle_after(double k_P, double end, int steps) {
  Estimate<double> x{};
  x.attitude = {std::sqrt(0.5), std::sqrt(0.5), 0, 0};
  for (int n = 0; n < steps; ++n) {
    align_up<double>({0, 0, -9.81}, gains(k_P, 0), end / steps, x);
  }
  CHECK(x.attitude.y == 0);
  CHECK(x.attitude.z == 0);
  return 2 * std::atan2(x.attitude.x, x.attitude.w);
}

TEST_CASE("an error of 90 degrees decays as the tangent of its half does") {
  // theta' = -k_P sin(theta), so tan(theta / 2) = tan(theta_0 / 2) exp(-k_P t).
  const double k_P = 0.8;
  for (const double end : {0.5, 2.0, 6.0}) {
    const double truth = 2 * std::atan(std::exp(-k_P * end));
    const double coarse = angle_after(k_P, end, static_cast<int>(1000 * end)) - truth;
    const double fine = angle_after(k_P, end, static_cast<int>(2000 * end)) - truth;
    INFO(end << " " << coarse);
    CHECK(std::fabs(coarse) < k_P * 1e-3);  // corrections at each reading: first order in k_P dt
    CHECK(coarse / fine == Approx(2).epsilon(0.01));
  }
}

TEST_CASE("two directions correct about every axis, each with its weight") {
  // About z the accelerometer sees nothing; the field sees sin(theta) times the square of the sine
  // between it and z.
  const double k_P = 0.7, level = 3.0 / 5.0, end = 2;
  Estimate<double> x{};
  x.attitude = {std::cos(0.6), 0, 0, std::sin(0.6)};
  const int steps = 8000;
  for (int n = 0; n < steps; ++n) {
    align_up<double>({0, 0, -9.81}, gains(k_P, 0), end / steps, x);
    align<double>({3e-5, 0, 4e-5}, {3e-5, 0, 4e-5}, 0.5, gains(k_P, 0), end / steps, x);
  }
  // The field's correction is not along z alone, but the accelerometer takes the rest out at once:
  // with weights of 1 and 0.5 it is bent by a few per cent of the angle left.
  const double pure = 2 * std::atan(std::tan(0.6) * std::exp(-k_P * 0.5 * level * level * end));
  const auto left = rotation_vector(x.attitude);
  CHECK(left.z == Approx(pure).epsilon(0.05));
}

TEST_CASE("a constant bias of the gyroscope is found") {
  // Small errors about x: theta' = -(b - b^) - k_P theta, b^' = k_I theta, a damped oscillator.
  const double bias = 0.02, dt = 1e-3;
  Estimate<double> x{};
  x.attitude = {1, 0, 0, 0};
  const ImuReading<double> reading = {{0, 0, -9.81}, {bias, 0, 0}};
  for (int n = 0; n < 60000; ++n) {
    navigate(reading, reading, 9.81, dt, x);
    align_up(reading.specific_force, gains(1.0, 0.25), dt, x);
  }
  // The double pole at -1/2 leaves e^(-30).
  CHECK(x.gyroscope_bias.x == Approx(bias).epsilon(1e-9));
  CHECK(rotation_vector(x.attitude).x == Approx(0).margin(1e-4));
}

TEST_CASE("the rotation vector undoes the exponential, beyond half a turn by the other way") {
  for (const double angle : {0.0, 1e-9, 0.5, 3.0}) {
    const Vec3<double> turn = angle * Vec3<double>{0.6, 0, -0.8};
    const auto back = rotation_vector(turned<double>({1, 0, 0, 0}, turn));
    CHECK(back.x == Approx(turn.x).margin(1e-15));
    CHECK(back.z == Approx(turn.z).margin(1e-15));
  }
  const auto far = rotation_vector(turned<double>({1, 0, 0, 0}, {4, 0, 0}));
  CHECK(far.x == Approx(4 - 6.283185307179586));
}

}  // namespace
}  // namespace montecopter
