#include "core/statistics/mean_difference.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "core/statistics/paired_samples.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

namespace {

// What is compared with scipy 1.10.1 agrees to some units in the last places of either.
constexpr double digits = 1e-11;

}  // namespace

TEST_CASE("differences of pairs against scipy") {
  // d = darwin(); ttest_1samp(d, 0); t.interval(.95, 14, d.mean(), d.std(ddof=1) / sqrt(15))
  const MeanDifference d = paired_difference(summary(darwin));
  CHECK(d.mean == Approx(20.933333333333334).epsilon(digits));
  CHECK(d.se == Approx(9.745556578044837).epsilon(digits));
  CHECK(d.degrees_of_freedom == 14);
  CHECK(difference_p_value(d) == Approx(0.049702944021800956).epsilon(digits));
  const Interval interval = difference_interval(d, 0.95);
  CHECK(interval.low == Approx(0.03119331840152384).epsilon(1e-9));  // a difference of 21 and 21
  CHECK(interval.high == Approx(41.83547334826514).epsilon(digits));
}

TEST_CASE("differences of unpaired samples against scipy") {
  // ttest_ind(y, x, equal_var=False); the degrees of freedom and the interval by the formulae of
  // Welch (1947) in numpy, with t.ppf(.975, df).
  const MeanDifference d = welch_difference(summary(welch_x), summary(welch_y));
  CHECK(d.mean == Approx(3.58).epsilon(1e-12));
  CHECK(d.se == Approx(1.119911210966378).epsilon(digits));
  CHECK(d.degrees_of_freedom == Approx(29.719400057896387).epsilon(digits));
  CHECK(difference_p_value(d) == Approx(0.0032882860885164815).epsilon(digits));
  const Interval interval = difference_interval(d, 0.95);
  CHECK(interval.low == Approx(1.2919302981721827).epsilon(digits));
  CHECK(interval.high == Approx(5.868069701827828).epsilon(digits));
}

TEST_CASE("equal variances and numbers have the degrees of freedom of a pooled test") {
  const MeanDifference d = welch_difference({10, 1.0, 2.0}, {10, 4.0, 2.0});
  CHECK(d.degrees_of_freedom == Approx(18).epsilon(1e-14));
  CHECK(d.se == Approx(std::sqrt(0.8)).epsilon(1e-14));
  // Of a constant only the other set counts.
  CHECK(welch_difference({10, 1.0, 0.0}, {7, 4.0, 2.0}).degrees_of_freedom == Approx(6));
}

TEST_CASE("differences without spread, and of nothing") {
  const MeanDifference none = paired_difference({20, 0.0, 0.0});
  CHECK(difference_p_value(none) == 1);
  CHECK(difference_interval(none, 0.95).high == 0);
  const MeanDifference constant = paired_difference({20, 0.5, 0.0});
  CHECK(difference_p_value(constant) == 0);
  const MeanDifference both = welch_difference({4, 1.0, 0.0}, {4, 2.0, 0.0});
  CHECK(difference_p_value(both) == 0);
  for (const MeanDifference& few : {paired_difference({1, 3.0, std::nan("")}),
                                    paired_difference({0, std::nan(""), std::nan("")}),
                                    welch_difference({1, 3.0, std::nan("")}, {20, 1.0, 1.0}),
                                    paired_difference({9, 3.0, std::nan("")})}) {
    CHECK(difference_p_value(few) == 1);
    CHECK(std::isinf(difference_interval(few, 0.95).low));
  }
}

TEST_CASE("the detectable difference has the power it says") {
  // scipy: brentq of nct.sf(c, n - 1, nc) + nct.cdf(-c, n - 1, nc) - .8 over nc, c = t.ppf(.975, n
  // - 1); nc / sqrt(n). Good to 1e-9 of itself.
  const std::pair<std::size_t, double> expected[] = {{2, 11.54988843611515},
                                                     {5, 1.6819969659555574},
                                                     {15, 0.7780225697854278},
                                                     {200, 0.1990641754065522},
                                                     {1000000, 0.0028015844775600603}};
  for (const auto& [n, delta] : expected) {
    CHECK(detectable_difference(n, 1.0) == Approx(delta).epsilon(1e-8));
    CHECK(detectable_difference(n, 3.0) == Approx(3 * delta).epsilon(1e-8));
  }
  CHECK(detectable_difference(20, 0.0) == 0);
  CHECK(std::isinf(detectable_difference(1, 1.0)));
  // By simulation: a shift of that size is found in 80 % of all campaigns.
  Uniform uniform(21);
  const int campaigns = 2000;
  const std::size_t n = 15;
  const double delta = detectable_difference(n, 1.0);
  int found = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<double> d(n);
    for (double& x : d) x = delta + uniform.normal();
    found += difference_p_value(paired_difference(summary(d))) <= 0.05 ? 1 : 0;
  }
  CHECK(static_cast<double>(found) / campaigns == Approx(0.8).margin(three_errors(0.8, campaigns)));
}

TEST_CASE("intervals of differences cover what they say") {
  // Flights in the same winds: what both have in common is nine times what they have alone.
  Uniform uniform(22);
  const int campaigns = 3000;
  const std::size_t n = 12;
  int paired = 0, unpaired = 0;
  double paired_width = 0, unpaired_width = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<double> a(n), b(n), d(n), alone(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double wind = 3 * uniform.normal();
      a[i] = wind + uniform.normal();
      b[i] = wind + uniform.normal() + 0.5;
      d[i] = b[i] - a[i];
      alone[i] = 3 * uniform.normal() + uniform.normal() + 0.5;
    }
    const Interval in_pairs = difference_interval(paired_difference(summary(d)), 0.95);
    const Interval apart = difference_interval(welch_difference(summary(a), summary(alone)), 0.95);
    paired += in_pairs.low <= 0.5 && 0.5 <= in_pairs.high ? 1 : 0;
    unpaired += apart.low <= 0.5 && 0.5 <= apart.high ? 1 : 0;
    paired_width += in_pairs.high - in_pairs.low;
    unpaired_width += apart.high - apart.low;
  }
  const double margin = three_errors(0.95, campaigns);
  CHECK(static_cast<double>(paired) / campaigns == Approx(0.95).margin(margin));
  // Welch's is approximate: within another half percent.
  CHECK(static_cast<double>(unpaired) / campaigns == Approx(0.95).margin(margin + 0.005));
  // Variances 2 and 20, but 11 degrees of freedom against about 22: sqrt(10) 2.07 / 2.20 = 2.98.
  CHECK(unpaired_width / paired_width == Approx(2.98).epsilon(0.03));
}
