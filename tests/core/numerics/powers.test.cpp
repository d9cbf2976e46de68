/// log1p, expm1 and pow against the C library's in 80-bit long double: below 2 ulp.

#include "core/numerics/powers.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "core/numerics/ulps.hpp"

namespace montecopter {
namespace {

constexpr int draws = 500000;
constexpr double infinity = std::numeric_limits<double>::infinity();

std::mt19937_64 generator(2025);

double between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(generator);
}

TEST_CASE("log1p is good to 2 ulp above -1") {
  Worst worst;
  const auto check = [&](double x) {
    worst.take(ulps(log1p<double>(x), std::log1p(static_cast<long double>(x))), x);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-0.9999, 3));
    check(std::exp2(between(-300, 300)));
    check(-std::exp2(between(-300, 0)));
  }
  for (const double x : {0x1p-53, -0x1p-53, 0x1p-1074, -0.5, -0x1.fffffffffffffp-1, 1e300})
    check(x);
  INFO(worst.text());
  CHECK(worst.error < 2);
  CHECK(log1p<double>(0.0) == 0);
  CHECK(log1p<double>(infinity) == infinity);
}

TEST_CASE("expm1 is good to 2 ulp where its result is finite") {
  Worst worst;
  const auto check = [&](double x) {
    worst.take(ulps(expm1<double>(x), std::expm1(static_cast<long double>(x))), x);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-40, 709.78));
    check(between(-2, 2));
    check(std::exp2(between(-300, 5)));
    check(-std::exp2(between(-300, 5)));
  }
  for (const double x :
       {0.34657359027997264, -0.34657359027997264, 40.0, 37.5, -745.0, 1.0, -1.0}) {
    check(x);
  }
  INFO(worst.text());
  CHECK(worst.error < 2);
  CHECK(expm1<double>(0.0) == 0);
  CHECK(expm1<double>(-infinity) == -1);
  CHECK(expm1<double>(710.0) == infinity);
}

TEST_CASE("pow is good to 2 ulp for positive bases", "[slow]") {
  Worst worst;
  const auto check = [&](double x, double y) {
    const long double wanted = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    if (wanted > std::numeric_limits<double>::max()) return;
    worst.take(ulps(pow<double>(x, y), wanted), x, y);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(0, 40), between(0, 30));
    check(std::exp2(between(-1070, 1020)), between(-1, 1));
    // Results of every size from bases near 1, where the exponent magnifies what the log lacks.
    check(1 + between(-1, 1) * std::exp2(between(-50, -1)), between(-1, 1) * 1e4);
    check(between(0.7, 1.42), between(-2000, 2000));
  }
  for (const double x : {1.5, 0.1, 1e-300, 0x1p-1074, 1e300, 37.0}) {
    for (const double y : {0.5, -0.5, 1.0, 2.0, 1.0 / 3, 1e-300, -1e-10}) check(x, y);
  }
  INFO(worst.text());
  CHECK(worst.error < 2);
}

TEST_CASE("pow at the ends of its domain") {
  CHECK(pow<double>(1.0, 1e300) == 1);
  CHECK(pow<double>(5.0, 0.0) == 1);
  CHECK(pow<double>(0.0, 0.0) == 1);
  CHECK(pow<double>(0.0, 2.0) == 0);
  CHECK(pow<double>(0.0, -2.0) == infinity);
  CHECK(pow<double>(infinity, 2.0) == infinity);
  CHECK(pow<double>(infinity, -2.0) == 0);
  CHECK(pow<double>(infinity, 0.0) == 1);
  CHECK(pow<double>(10.0, 400.0) == infinity);
  CHECK(pow<double>(10.0, -400.0) == 0);
  CHECK(pow<double>(10.0, 1e308) == infinity);
  CHECK(pow<double>(10.0, -1e308) == 0);
}

}  // namespace
}  // namespace montecopter
