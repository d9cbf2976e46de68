/// Checks of numbers fail where a number is wrong, a variance is another, or noise another noise.

#include <catch2/catch.hpp>
#include <limits>

#include "core/numerics/powers.hpp"
#include "dynamics/random/normal_pair.hpp"
#include "dynamics/random/stream.hpp"
#include "verify/environment.hpp"
#include "verify/known_answers.hpp"
#include "verify/variances.hpp"

namespace montecopter::verify {
namespace {

const Claim number_claim = {"a name", "a source"};
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("a check passes within its tolerance, ends included") {
  CHECK(error_check(number_claim, 0.5, 0.5).passed());
  CHECK(error_check(number_claim, -0.5, 0.5).passed());
  CHECK_FALSE(error_check(number_claim, 0.5000001, 0.5).passed());
  CHECK_FALSE(error_check(number_claim, not_a_number, 1e300).passed());
  CHECK(equality_check(number_claim, 0).passed());
  CHECK_FALSE(equality_check(number_claim, 1).passed());
  const Check order = {"rk4", "", 3.7, "1", 4, 0.2};
  CHECK_FALSE(order.passed());
}

TEST_CASE("a NaN among errors is the largest") {
  Largest error;
  error.take(1);
  error.take(not_a_number);
  error.take(2);
  CHECK(std::isnan(double(error)));
}

TEST_CASE("one wrong bit of a known answer fails") {
  std::vector<ThreefryAnswer> answers(threefry_answers().begin(), threefry_answers().end());
  CHECK(threefry_check(answers).passed());
  answers[1].words[2] ^= 1;
  CHECK(threefry_check(answers).figure == 1);
  CHECK_FALSE(threefry_check(answers).passed());
}

TEST_CASE("units in the last place are counted across zero, and a NaN is far away") {
  CHECK(units_apart(1, 1) == 0);
  CHECK(units_apart(1, 1 + 0x1p-52) == 1);
  CHECK(units_apart(-1, -1 - 0x1p-51) == 2);
  CHECK(units_apart(0x1p-1074, -0x1p-1074) == 2);
  CHECK(units_apart(0.0, -0.0) == 0);
  CHECK(units_apart(1, -1) > 1e18);
  CHECK(units_apart(not_a_number, not_a_number) > 1e300);
}

TEST_CASE("an elementary function in single precision fails") {
  const FunctionValue values[] = {{1, 0, 2.718281828459045}, {10.5, 0, 36315.502674246636}};
  CHECK(largest_units([](double x, double) { return exp<double>(x); }, values) <= 2);
  CHECK(largest_units([](double x, double) { return double(float(exp<double>(x))); }, values) >
        1e6);
}

/// Independent standard normals.
std::vector<double> normals(std::size_t count) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; i += 2) {
    const auto words = draw_words<std::uint64_t>(3, 0, stream_hash("test:verify"), i, 0);
    double a = 0, b = 0;
    normal_pair<double>(words[0], words[1], a, b);
    values[i] = a;
    if (i + 1 < count) values[i + 1] = b;
  }
  return values;
}

TEST_CASE("a mean or a variance that is off fails") {
  std::vector<double> values = normals(20000);
  const auto passed = [&](const Moments& wanted) {
    std::vector<bool> all;
    for (const Check& check : moment_checks(number_claim, values, wanted))
      all.push_back(check.passed());
    return all;
  };
  CHECK(passed({0, 1}) == std::vector{true, true});
  // Six standard errors: 6 / sqrt(n), and 6 sqrt(2 / n).
  CHECK(passed({0.043, 1}) == std::vector{false, true});
  CHECK(passed({0, 1.07}) == std::vector{true, false});
  values[17] = not_a_number;
  CHECK(passed({0, 1}) == std::vector{false, false});
}

TEST_CASE("what has no spread has to be its value") {
  std::vector<double> values(100, 1.25);
  CHECK(moment_checks(number_claim, values, {1.25, 0}).front().passed());
  values[99] = 1.25 + 0x1p-52;
  CHECK_FALSE(moment_checks(number_claim, values, {1.25, 0}).front().passed());
}

TEST_CASE("noise of another size or colour fails its Allan deviation") {
  const std::vector<double> white = normals(30000);
  CHECK(allan_check(number_claim, white, {.dt_s = 1, .white_sd = 1}).passed());
  CHECK_FALSE(allan_check(number_claim, white, {.dt_s = 1, .white_sd = 1.05}).passed());
  CHECK_FALSE(allan_check(number_claim, white, {.dt_s = 1, .random_walk_sd_per_step = 1}).passed());
  std::vector<double> walk = white;
  for (std::size_t i = 1; i < walk.size(); ++i) walk[i] += walk[i - 1];
  CHECK(allan_check(number_claim, walk, {.dt_s = 1, .random_walk_sd_per_step = 1}).passed());
  CHECK_FALSE(allan_check(number_claim, walk, {.dt_s = 1, .white_sd = 1}).passed());
}

TEST_CASE("air that is not standard fails") {
  std::vector<AirRow> rows(standard_air().begin(), standard_air().end());
  CHECK(atmosphere_check(rows).passed());
  rows[3].density_kg_m3 += 3 * rows[3].density_digit;
  CHECK_FALSE(atmosphere_check(rows).passed());
}

}  // namespace
}  // namespace montecopter::verify
