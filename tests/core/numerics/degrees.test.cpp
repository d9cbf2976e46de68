/// Angles in degrees against the C library's functions in 80-bit long double: below 2 ulp, and
/// exact where an axis is.

#include "core/numerics/degrees.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/numerics/ulps.hpp"

namespace montecopter {
namespace {

constexpr int draws = 300000;
constexpr long double degree = 3.141592653589793238462643383279502884L / 180;

std::mt19937_64 generator(2026);

double between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(generator);
}

TEST_CASE("sine and cosine of degrees are good to 2 ulp") {
  Worst sines, cosines;
  const auto check = [&](double x) {
    // The remainder by quarter turns is exact in double.
    const double quarters = std::round(x / 90), rest = x - 90 * quarters;
    const long double s = std::sin(degree * rest), c = std::cos(degree * rest);
    const std::array<long double, 5> wave = {s, c, -s, -c, s};
    const auto q = static_cast<std::size_t>(static_cast<long long>(quarters) & 3);
    double sine = 0, cosine = 0;
    sincos_degrees<double>(x, sine, cosine);
    sines.take(ulps(sine, wave[q]), x);
    cosines.take(ulps(cosine, wave[q + 1]), x);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-180, 180));
    check(between(-1e6, 1e6));
    check(std::exp2(between(-300, 26)));
  }
  for (const double x : {45.0, -45.0, 135.0, 89.99999999999999, 90.00000000000001, 1e-300}) {
    check(x);
  }
  INFO("sine: " << sines.text() << ", cosine: " << cosines.text());
  CHECK(sines.error < 2);
  CHECK(cosines.error < 2);
}

TEST_CASE("a right angle has no rounding") {
  const std::array<std::array<double, 2>, 4> quarters = {{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
  for (int k = -8; k <= 8; ++k) {
    double sine = 2, cosine = 2;
    sincos_degrees<double>(90.0 * k, sine, cosine);
    const auto& wanted = quarters[static_cast<std::size_t>(k + 8) % 4];
    CHECK(sine == wanted[0]);
    CHECK(cosine == wanted[1]);
    if (k < -1 || k > 2) continue;
    CHECK(atan2_degrees<double>(sine, cosine) == 90.0 * k);
  }
  CHECK(atan2_degrees<double>(0.0, 0.0) == 0.0);
  CHECK(atan2_degrees<double>(3.0, -3.0) == 135.0);
  CHECK(atan2_degrees<double>(-3.0, -3.0) == -135.0);
}

TEST_CASE("the angle of a point in degrees is good to 2 ulp") {
  Worst worst;
  const auto check = [&](double y, double x) {
    const long double radians =
        std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    worst.take(ulps(atan2_degrees<double>(y, x), radians / degree), y, x);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-1, 1), between(-1, 1));
    const double x = between(-1, 1);
    check(std::exp2(between(-40, 0)) * x, x);
    check(x, std::exp2(between(-40, 0)) * x);
  }
  INFO(worst.text());
  CHECK(worst.error < 2);
}

TEST_CASE("a direction stays the same when it is wrapped") {
  for (int i = 0; i < draws; ++i) {
    const double x = between(-1e6, 1e6);
    const double wrapped = wrap_degrees<double>(x);
    CHECK(std::fabs(wrapped) <= 180);
    CHECK(std::remainder(x - wrapped, 360.0) == 0);  // both exact: turns take no bits away
  }
  for (const double x : {0.0, -0.5, 180.0, -180.0, 179.99999999999997}) {
    CHECK(wrap_degrees<double>(x) == x);
  }
  CHECK(wrap_degrees<double>(181.0) == -179.0);
  CHECK(wrap_degrees<double>(-540.5) == 179.5);
}

}  // namespace
}  // namespace montecopter
