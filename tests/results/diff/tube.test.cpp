#include "results/diff/tube.hpp"

#include <catch2/catch.hpp>

#include <limits>
#include <numbers>
#include <vector>

using namespace montecopter::diff;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Differing elements of two courses with 10 ms between their values.
std::int64_t out_of_tubes(const std::vector<double>& a, const std::vector<double>& b,
                          const Tolerance& tolerance, Meaning meaning = Meaning::number) {
  std::vector<double> times;
  for (std::size_t i = 0; i < a.size(); ++i) times.push_back(0.01 * static_cast<double>(i));
  Tally there, back;
  add_trace_in_tubes(there, times, a, b, 0, tolerance, meaning);
  add_trace_in_tubes(back, times, b, a, 0, tolerance, meaning);
  CHECK(there.differing == back.differing);
  CHECK(there.compared == static_cast<std::int64_t>(a.size()));
  return there.differing;
}

}  // namespace

TEST_CASE("a step that comes later is within a tube that reaches to it") {
  const std::vector<double> a = {0, 0, 1, 1, 1, 1}, b = {0, 0, 0, 0, 1, 1};
  CHECK(out_of_tubes(a, b, {.tube_s = 0.02}) == 0);
  CHECK(out_of_tubes(a, b, {.tube_s = 0.0199}) > 0);
  CHECK(out_of_tubes(a, b, {.abs = 1}) == 0);
  CHECK(out_of_tubes(a, b, {}) == 2);
}

TEST_CASE("a pulse that only one has is found, however short") {
  const std::vector<double> a = {0, 0, 0, 0, 0, 0}, b = {0, 0, 0, 1, 0, 0};
  CHECK(out_of_tubes(a, b, {.tube_s = 1}) == 1);
}

TEST_CASE("values between two that are stored are none") {
  // A ramp passes 0.5 between its values, which are 0 and 1.
  CHECK(out_of_tubes({0, 1, 2}, {0.5, 1.5, 2.5}, {.abs = 0.4, .tube_s = 0.01}) == 3);
}

TEST_CASE("a flight that ends one value later") {
  const std::vector<double> a = {1, 1, no_number, no_number}, b = {1, 1, 1, no_number};
  CHECK(out_of_tubes(a, b, {.tube_s = 0.01}) == 0);
  CHECK(out_of_tubes(a, b, {.abs = 1e300}) == 1);
}

TEST_CASE("angles are full turns apart within tubes, too") {
  const double pi = std::numbers::pi;
  CHECK(out_of_tubes({pi, pi, 0}, {-pi, -pi, 0}, {.abs = 1e-9, .tube_s = 0.01},
                     Meaning::angle_rad) == 0);
  CHECK(out_of_tubes({pi, pi, 0}, {-pi, -pi, 0}, {.abs = 1e-9, .tube_s = 0.01}) > 0);
}
