/// The quaternion exponential against cos and sin of the C library in 80-bit long double.

#include "core/numerics/quaternion_exp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

namespace montecopter {
namespace {

std::mt19937_64 generator(7);

double between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(generator);
}

/// A vector of that length in a random direction.
Vec3<double> along_anything(double length) {
  Vec3<double> d = {between(-1, 1), between(-1, 1), between(-1, 1)};
  const double scale = length / std::sqrt(dot(d, d));
  return {scale * d.x, scale * d.y, scale * d.z};
}

struct Error {
  double absolute = 0, relative = 0;  ///< relative: of the vector part
};

Error error_of(const Vec3<double>& h) {
  const long double x = h.x, y = h.y, z = h.z;
  const long double length = std::sqrt(x * x + y * y + z * z);
  const long double sinc = length == 0 ? 1 : std::sin(length) / length;
  const Quat<double> q = quaternion_exp<double>(h);
  Error e;
  const auto take = [&](double ours, long double wanted) {
    const double off = static_cast<double>(std::fabs(ours - wanted));
    e.absolute = std::max(e.absolute, off);
    return wanted == 0 ? (off == 0 ? 0 : 1) : off / static_cast<double>(std::fabs(wanted));
  };
  take(q.w, std::cos(length));
  e.relative = std::max({take(q.x, sinc * x), take(q.y, sinc * y), take(q.z, sinc * z)});
  return e;
}

TEST_CASE("the quaternion exponential is good to a few ulp up to full turns") {
  Error worst;
  for (int i = 0; i < 300000; ++i) {
    worst.absolute = std::max(worst.absolute, error_of(along_anything(between(0, M_PI))).absolute);
  }
  INFO(fmt::format("|h| <= pi: {:.2e}", worst.absolute));
  // 1.5 ulp of the length (3.1 * 1.5 * 1.1e-16), 2 ulp of sin and cos, and the last products.
  CHECK(worst.absolute < 5e-16 + 3 * 1.1e-16);
}

TEST_CASE("small rotations keep full relative accuracy, and none is the identity") {
  double worst = 0;
  for (int i = 0; i < 300000; ++i) {
    // Every size from the smallest double to pi / 2.
    worst = std::max(worst, error_of(along_anything(std::exp2(between(-1000, 0.65)))).relative);
  }
  INFO(fmt::format("|h| <= pi / 2: {:.2e}", worst));
  CHECK(worst < 4 * 2.3e-16);  // 4 ulp
  const Quat<double> none = quaternion_exp<double>({0, 0, 0});
  CHECK((none.w == 1 && none.x == 0 && none.y == 0 && none.z == 0));
  const Quat<double> least = quaternion_exp<double>({5e-324, 0, -5e-324});
  CHECK((least.w == 1 && least.x == 5e-324 && least.y == 0 && least.z == -5e-324));
}

TEST_CASE("small rotation vectors have the bits of the formula for all") {
  int others = 0;
  for (int i = 0; i < 100000; ++i) {
    const Vec3<double> h = along_anything(std::exp2(-i % 1000 / 60.0));
    const Quat<double> q = quaternion_exp(h);
    const Vec3<double> axis = {q.x, q.y, q.z};
    const double length = std::sqrt(dot(axis, axis)), sign = q.w < 0 ? -1 : 1;
    const Vec3<double> general = (sign * (2 * atan2(length, sign * q.w) / length)) * axis;
    const Vec3<double> found = rotation_vector(q);
    others += found.x != general.x || found.y != general.y || found.z != general.z;
  }
  CHECK(others == 0);
}

double distance(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> off = a - b;
  return std::sqrt(dot(off, off));
}

TEST_CASE("the short formulas are the long ones but for roundings") {
  double exponential = 0, vector = 0;
  for (int i = 0; i < 100000; ++i) {
    const Vec3<double> h = along_anything(std::min(std::exp2(-i % 1000 / 60.0) * 3, 1.57));
    const Quat<double> q = quaternion_exp(h), p = short_quaternion_exp(h);
    const double size = std::sqrt(dot(h, h));
    exponential = std::max(
        {exponential, std::fabs(p.w - q.w), distance({p.x, p.y, p.z}, {q.x, q.y, q.z}) / size});
    const double length = between(0.1, 10) * (i % 2 == 0 ? 1 : -1);  // -q is the same rotation
    const Vec3<double> found = short_rotation_vector(
        1 / std::fabs(length), {length * q.w, length * q.x, length * q.y, length * q.z});
    vector = std::max(vector, distance(found, 2.0 * h) / size);
  }
  CHECK(exponential < 1e-15);  // some four roundings of numbers up to 1
  CHECK(vector < 4e-15);       // those of q, of its length and of the polynomial, doubled
}

TEST_CASE("rotations about one axis add up, others compose as rotation matrices do") {
  const Quat<double> twice =
      product(quaternion_exp<double>({0.3, -0.2, 0.1}), quaternion_exp<double>({0.3, -0.2, 0.1}));
  const Quat<double> once = quaternion_exp<double>({0.6, -0.4, 0.2});
  CHECK(twice.w == Approx(once.w).margin(1e-15));
  CHECK(twice.x == Approx(once.x).margin(1e-15));
  CHECK(twice.y == Approx(once.y).margin(1e-15));
  CHECK(twice.z == Approx(once.z).margin(1e-15));
  const Quat<double> q = quaternion_exp<double>({0.5, 0.1, -0.7}), p = twice;
  const Vec3<double> v = {1, -2, 3};
  const Vec3<double> together = Rotation<double>(product(q, p)) * v;
  const Vec3<double> in_turn = Rotation<double>(q) * (Rotation<double>(p) * v);
  CHECK(together.x == Approx(in_turn.x).margin(1e-14));
  CHECK(together.y == Approx(in_turn.y).margin(1e-14));
  CHECK(together.z == Approx(in_turn.z).margin(1e-14));
}

}  // namespace
}  // namespace montecopter
