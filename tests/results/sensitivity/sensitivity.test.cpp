/// Which input matters, of functions whose indices are known in closed form.

#include "results/sensitivity/sensitivity.hpp"

#include <catch2/catch.hpp>

#include "core/base/error.hpp"
#include "results/made_up.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

Sensitivity sensitivity_of(const std::string& path) {
  const record::ResultFile file = record::ResultFile::open(path);
  const Samples samples = read_samples(file);
  return sensitivity(file, samples, summarise(file, samples), {});
}

double a(std::int64_t i) { return uniform(1, i); }
double b(std::int64_t i) { return uniform(2, i); }
double idle(std::int64_t i) { return uniform(3, i); }

}  // namespace

TEST_CASE("effects of a linear function are those of its coefficients") {
  const TempDir dir;
  // Of y = 3 a + 4 b with equal variances, a has 9/25 of the variance and b 16/25, and their
  // correlations with y are 0.6 and 0.8.
  MadeUpResult{1000,
               {{"in_a", "kg", a},
                {"in_idle", "m", idle},
                {"in_b", "s", b},
                {"in_constant", "s", [](std::int64_t) { return 2.0; }},
                {"m_y", "m", [](std::int64_t i) { return 3 * a(i) + 4 * b(i); }},
                {"m_constant", "m", [](std::int64_t) { return 5.0; }},
                {"m_even", "m", [](std::int64_t i) { return (a(i) - 0.5) * (a(i) - 0.5); }}}}
      .write(dir / "linear.h5");
  const Sensitivity all = sensitivity_of(dir / "linear.h5");
  REQUIRE(all.groups.size() == 1);
  const GroupSensitivity& group = all.groups.front();
  REQUIRE(group.inputs.size() == 3);  // what does not vary is no input
  CHECK(group.inputs[0].name == "a");
  CHECK(group.inputs[0].unit == "kg");
  CHECK(group.inputs[0].mean == Approx(0.5).margin(4 * std::sqrt(1.0 / 12 / 1000)));
  CHECK(group.failures.empty());
  REQUIRE(group.metrics.size() == 3);
  const MetricSensitivity& y = group.metrics[0];
  CHECK(y.by_importance == std::vector<std::size_t>{2, 0, 1});
  CHECK(y.beyond_chance == std::vector<bool>{true, false, true});
  // Standard errors of a correlation of 1000 samples are 1/sqrt(1000) at most; ranks of sums of
  // uniform numbers correlate by 0.02 less or more than the numbers.
  const auto& inputs = y.effects.inputs;
  CHECK(inputs[0].rank_correlation.value == Approx(0.6).margin(0.02 + 4 / std::sqrt(1000.0)));
  CHECK(inputs[2].rank_correlation.value == Approx(0.8).margin(0.02 + 4 / std::sqrt(1000.0)));
  CHECK(inputs[0].first_order.value == Approx(9.0 / 25).margin(0.1));
  CHECK(inputs[2].first_order.value == Approx(16.0 / 25).margin(0.1));
  CHECK(inputs[1].first_order.value == Approx(0).margin(0.1));
  CHECK(group.metrics[1].is_exactly_constant);
  CHECK_FALSE(group.metrics[1].has_effects());
  // All of its variance is a's, and ranks do not rise with a: an index is no squared correlation.
  const auto& even = group.metrics[2].effects.inputs;
  CHECK(even[0].rank_correlation.value == Approx(0).margin(4 / std::sqrt(1000.0)));
  CHECK(even[0].first_order.value == Approx(1).margin(0.1));
}

TEST_CASE("an input that decides which samples fail separates them completely") {
  const TempDir dir;
  MadeUpResult{200,
               {{"in_a", "kg", a}, {"in_idle", "m", idle}, {"m_y", "m", b}},
               [](std::int64_t i) { return a(i) > 0.8 ? Status::diverged : Status::ok; }}
      .write(dir / "failing.h5");
  const GroupSensitivity group = sensitivity_of(dir / "failing.h5").groups.front();
  std::int64_t failed = 0;
  for (std::int64_t i = 0; i < 200; ++i) failed += a(i) > 0.8;
  CHECK(group.failed == failed);
  CHECK(group.ok == 200 - failed);
  CHECK(group.metrics.front().samples == group.ok);  // failed ones have no part in metrics
  REQUIRE(group.failures.size() == 2);
  CHECK(group.failures.front().input == 0);
  CHECK(group.failures.front().auc.value == 1);
  CHECK(group.failures.front().median_failed > 0.8);
  CHECK(group.failures.front().median_ok < 0.8);
  CHECK(group.failures.front().beyond_chance);
}

TEST_CASE("too few samples, and inputs that do not vary, are refused") {
  const TempDir dir;
  MadeUpResult{19, {{"in_a", "kg", a}, {"m_y", "m", a}}}.write(dir / "few.h5");
  CHECK_THROWS_WITH(sensitivity_of(dir / "few.h5"), Catch::Contains("20 are needed"));
  MadeUpResult{20, {{"in_a", "kg", [](std::int64_t) { return 1.0; }}, {"m_y", "m", a}}}.write(
      dir / "still.h5");
  CHECK_THROWS_AS(sensitivity_of(dir / "still.h5"), Error);
}
