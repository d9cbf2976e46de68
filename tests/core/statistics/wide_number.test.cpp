#include "core/statistics/wide_number.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace montecopter::statistics;

TEST_CASE("powers of two are exact, however large") {
  CHECK(power(2, 1000).value() == 0x1p1000);
  CHECK(power(0.5, 1000).value() == 0x1p-1000);
  WideNumber one = power(2, 1000000000);
  one *= power(0.5, 1000000000);
  CHECK(one.value() == 1);
  CHECK(power(2, 1000000000).log10() == Approx(1e9 * std::log10(2.0)).epsilon(1e-14));
  CHECK(power(2, 1000000000).value() == std::numeric_limits<double>::infinity());
  CHECK(power(0.5, 1000000000).value() == 0);
}

TEST_CASE("powers of zero and to the zeroth") {
  CHECK(power(0, 0).value() == 1);
  CHECK(power(0, 3).value() == 0);
  CHECK(power(0, 3).log10() == -std::numeric_limits<double>::infinity());
  CHECK(power(1e300, 0).value() == 1);
}

TEST_CASE("powers within the range of a double are those of pow()") {
  for (const double base : {0.99, 1.0101, 0.3, 17.0}) {
    for (const std::size_t n : {1u, 2u, 3u, 10u, 100u, 240u}) {
      CHECK(power(base, n).value() == Approx(std::pow(base, static_cast<double>(n)))
                                          .epsilon(1.2e-16 * (10 + static_cast<double>(n))));
    }
  }
}

TEST_CASE("sums of numbers far apart") {
  WideNumber sum = power(2, 300);  // beyond 2^256: has another exponent than 1
  sum += 1.0;
  sum += power(2, 280);
  CHECK(sum.value() == 0x1p300 + 0x1p280);
  WideNumber small = 1.0;
  small += power(2, 300);
  CHECK(small.value() == 0x1p300);
  small += power(0.5, 100000);
  CHECK(small.value() == 0x1p300);
  WideNumber tiny = power(0.5, 100000);
  tiny += 3.0;
  CHECK(tiny.value() == 3);
  tiny += 0.0;
  CHECK(tiny.value() == 3);
  WideNumber nothing = 0.0;
  nothing += 5.0;
  CHECK(nothing >= 5.0);
  CHECK_FALSE(nothing >= 5.1);
}
