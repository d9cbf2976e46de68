#include "results/diff/values.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <limits>

using namespace montecopter;
using namespace montecopter::diff;

namespace {
constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
}  // namespace

TEST_CASE("exact agreement") {
  CHECK(agree(1.0, 1.0, {}));
  CHECK(agree(0.0, -0.0, {}));
  CHECK(agree(quiet_nan, -quiet_nan, {}));
  CHECK(agree(inf, inf, {}));
  CHECK_FALSE(agree(inf, -inf, {}));
  CHECK_FALSE(agree(quiet_nan, 1.0, {}));
  CHECK_FALSE(agree(1.0, std::nextafter(1.0, 2.0), {}));
  CHECK_FALSE(agree(tiny, 0.0, {}));
}

TEST_CASE("absolute, relative and ulp tolerances") {
  CHECK(agree(1.0, 1.25, {.abs = 0.25}));
  CHECK_FALSE(agree(1.0, 1.25, {.abs = 0.24}));
  CHECK(agree(100.0, 125.0, {.rel = 0.2}));
  CHECK_FALSE(agree(100.0, 126.0, {.rel = 0.2}));
  CHECK(agree(100.0, 126.0, {.abs = 30, .rel = 0.2}));
  CHECK(agree(1.0, 1.0 + 3 * std::numeric_limits<double>::epsilon(), {.ulp = 3}));
  CHECK_FALSE(agree(1.0, 1.0 + 4 * std::numeric_limits<double>::epsilon(), {.ulp = 3}));
  CHECK(agree(-tiny, tiny, {.ulp = 2}));
  CHECK_FALSE(agree(-tiny, tiny, {.ulp = 1}));
  CHECK(agree(1.0f, std::nextafter(1.0f, 2.0f), {.ulp = 1}));
  CHECK_FALSE(agree(1.0f, 1.0f + 3e-7f, {.ulp = 1}));
}

TEST_CASE("no tolerance makes a number of NaN or infinity") {
  const Tolerance all{
      .abs = largest, .rel = largest, .ulp = std::numeric_limits<std::int64_t>::max()};
  CHECK_FALSE(agree(quiet_nan, 1.0, all));
  CHECK_FALSE(agree(inf, largest, all));
  CHECK_FALSE(agree(inf, -inf, all));
  CHECK(agree(-largest, largest, all));
  CHECK_FALSE(agree(-largest, largest, {.abs = largest}));  // the difference overflows
}

TEST_CASE("the tally finds the first, the largest and the number of differences") {
  const std::array<double, 5> a = {1, 2, 3, quiet_nan, 5};
  const std::array<double, 5> b = {1, 2.5, 5, 4, 5};
  Tally tally;
  add_values(tally, Element::f64, std::as_bytes(std::span(a)), std::as_bytes(std::span(b)), 100,
             {.abs = 1});
  CHECK(tally.compared == 5);
  CHECK(tally.unequal == 3);
  CHECK(tally.differing == 2);
  CHECK(tally.nan_against_number == 1);
  CHECK(tally.max_abs == 2);
  CHECK(tally.max_rel == 0.4);
  CHECK(tally.first_unequal == 101);
  CHECK(tally.first_differing == 102);
  CHECK(tally.first_a == 3);
  CHECK(tally.first_b == 5);
}
