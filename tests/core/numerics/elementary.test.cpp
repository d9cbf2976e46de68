/// Our elementary functions against the C library's in 80-bit long double: below 2 ulp everywhere.

#include "core/numerics/elementary.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/numerics/ulps.hpp"

namespace montecopter {
namespace {

constexpr int draws = 1000000;
constexpr double infinity = std::numeric_limits<double>::infinity();

std::mt19937_64 generator(2024);

double between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(generator);
}
/// Of either sign, every exponent between the two as likely as another.
double of_any_size(double low_exponent, double high_exponent) {
  const double x = std::exp2(between(low_exponent, high_exponent));
  return generator() % 2 == 0 ? x : -x;
}

#define REPORT(name, worst)               \
  INFO((name) << ": " << (worst).text()); \
  CHECK((worst).error < 2)

TEST_CASE("exp is good to 2 ulp where its result is finite") {
  Worst worst;
  const auto check = [&](double x) {
    worst.take(ulps(exp<double>(x), std::exp(static_cast<long double>(x))), x);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-745, 709.78));
    check(of_any_size(-60, 0));
  }
  // The largest finite result, the smallest normal and subnormal ones, ties of the reduction.
  for (const double x : {0.0, -0.0, 709.782712893384, -708.3964185322641, -744.4400719213812,
                         0x1.62e42fefa39efp-2, -0x1.62e42fefa39efp-2, 1.0, -1.0}) {
    check(x);
  }
  REPORT("exp", worst);
  CHECK(exp<double>(0.0) == 1.0);
  CHECK(exp<double>(710.0) == infinity);
  CHECK(exp<double>(infinity) == infinity);
  CHECK(exp<double>(-746.0) == 0.0);
  CHECK(exp<double>(-infinity) == 0.0);
}

TEST_CASE("log is good to 2 ulp for positive numbers") {
  Worst worst;
  const auto check = [&](double x) {
    worst.take(ulps(log<double>(x), std::log(static_cast<long double>(x))), x);
  };
  for (int i = 0; i < draws; ++i) {
    check(std::fabs(of_any_size(-1074, 1023.9)));
    check(between(0.4, 2.5));
    check(1 + of_any_size(-50, -3));
  }
  for (const double x : {0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023, 1.0, 2.0, 0.5,
                         0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp0,
                         std::nextafter(1.0, 2.0), std::nextafter(1.0, 0.0)}) {
    check(x);
  }
  REPORT("log", worst);
  CHECK(log<double>(1.0) == 0.0);
  CHECK(log<double>(0.0) == -infinity);
  CHECK(log<double>(infinity) == infinity);
}

TEST_CASE("the ratio of asin to its argument is good to 2 ulp up to a half") {
  Worst worst;
  const auto check = [&](double square) {
    const long double s = std::sqrt(static_cast<long double>(square));
    worst.take(ulps(arcsine_ratio(square), s == 0 ? 1 : std::asin(s) / s), square);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(0, 0.25));
    check(std::fabs(of_any_size(-120, -2)));
  }
  check(0.0), check(0.25);
  REPORT("asin(s) / s", worst);
}

TEST_CASE("sin and cos are good to 2 ulp up to 2^30", "[slow]") {
  Worst sines, cosines;
  const auto check = [&](double x) {
    const auto wide = static_cast<long double>(x);
    sines.take(ulps(sin<double>(x), std::sin(wide)), x);
    cosines.take(ulps(cos<double>(x), std::cos(wide)), x);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-10, 10));
    check(of_any_size(-40, 30));
    // The doubles next to multiples of pi/2, where nearly everything cancels.
    const double multiple = std::round(of_any_size(0, 29)) * 1.5707963267948966192;
    check(multiple);
    check(std::nextafter(multiple, infinity));
  }
  for (const double x : {0.0, -0.0, 0x1p30, -0x1p30, 0x1.921fb54442d18p-1, 0x1.921fb54442d18p0,
                         0x1.921fb54442d18p1, 0x1p-300}) {
    check(x);
  }
  REPORT("sin", sines);
  REPORT("cos", cosines);
  CHECK(sin<double>(0.0) == 0.0);
  CHECK(cos<double>(0.0) == 1.0);
}

TEST_CASE("sine and cosine of turns are good to 2 ulp and exact at quarter turns") {
  Worst sines, cosines;
  const auto check = [&](double u) {
    // The remainder by quarter turns is exact in double; pi in long double is good to 2^-65.
    const double quarters = std::round(4 * u), rest = u - quarters / 4;
    const long double angle = 2 * 3.141592653589793238462643383279502884L * rest;
    const long double s = std::sin(angle), c = std::cos(angle);
    const int q = static_cast<int>(static_cast<long long>(quarters) & 3);
    const std::array<long double, 5> wave = {s, c, -s, -c, s};
    double sine = 0, cosine = 0;
    sincos_turns<double>(u, sine, cosine);
    sines.take(ulps(sine, wave[static_cast<std::size_t>(q)]), u);
    cosines.take(ulps(cosine, wave[static_cast<std::size_t>(q) + 1]), u);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(0, 1));  // what the noise uses
    check(of_any_size(-60, 20));
  }
  for (const double u : {0x1p-54, 0.125, 0.375, 1 - 0x1p-53, 0.25 + 0x1p-54, 0x1p20}) check(u);
  REPORT("sine of turns", sines);
  REPORT("cosine of turns", cosines);
  const std::array<std::array<double, 2>, 4> quarters = {{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
  for (std::size_t k = 0; k < 4; ++k) {
    double sine = 0, cosine = 0;
    sincos_turns<double>(0.25 * static_cast<double>(k), sine, cosine);
    CHECK(sine == quarters[k][0]);
    CHECK(cosine == quarters[k][1]);
  }
}

TEST_CASE("atan2 is good to 2 ulp for finite points") {
  Worst worst;
  const auto check = [&](double y, double x) {
    const long double wanted = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    worst.take(ulps(atan2<double>(y, x), wanted), y, x);
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-1, 1), between(-1, 1));
    check(of_any_size(-500, 500), of_any_size(-500, 500));
    const double x = of_any_size(-10, 10);
    check(x * between(0.4, 0.43), x);  // around tan(pi/8), where the branch changes
    check(x * (1 + of_any_size(-50, -2)), x);
    check(of_any_size(-40, 0) * x, x);
  }
  for (const double a : {1.0, 0x1p-1000, 0x1p1000}) {
    for (const double b : {-1.0, 0.0, 1.0}) {
      if (b != 0) check(a * b, a), check(a, a * b), check(a * b, -a);
      check(0.0, a), check(0.0, -a), check(a, 0.0), check(-a, 0.0);
    }
  }
  REPORT("atan2", worst);
  CHECK(atan2<double>(0.0, 0.0) == 0.0);
}

TEST_CASE("functions for small angles have the bits of those for all", "[slow]") {
  int others = 0;
  const auto check = [&](double x, double y) {
    double s, c, general_s, general_c;
    sincos_of_small<double>(x, s, c);
    sincos<double>(x, general_s, general_c);
    others += words_of(s) != words_of(general_s) || words_of(c) != words_of(general_c);
    others += words_of(atan2_of_small<double>(y, x)) != words_of(atan2<double>(y, x));
  };
  for (int i = 0; i < draws; ++i) {
    check(between(-1, 1), between(-1, 1));
    check(between(0.784, 0.786), 1e-3);  // both sides of an eighth of a turn
    const double x = between(0, 10), part = between(0.4142, 0.4143);  // around tan(pi/8)
    check(x, part * x), check(x, -part * x);
    check(of_any_size(-1070, 20), of_any_size(-1070, 20));  // quotients that underflow, too
  }
  for (const double a : {0.0, -0.0, 5e-324, -5e-324, 1.0, -1.0}) {
    for (const double b : {0.0, -0.0, 5e-324, -5e-324, 1.0, -1.0}) check(a, b);
  }
  CHECK(others == 0);
}

}  // namespace
}  // namespace montecopter
