#include "core/statistics/mann_whitney.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "uniform.hpp"

using namespace montecopter::statistics;

namespace {

double phi(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

/// m events from a normal distribution that is d higher than that of n others.
double drawn_auc(Uniform& uniform, std::size_t m, std::size_t n, double d) {
  std::vector<double> values;
  std::vector<char> is_event;
  for (std::size_t i = 0; i < m + n; ++i) {
    is_event.push_back(i < m ? 1 : 0);
    values.push_back(uniform.normal() + (i < m ? d : 0));
  }
  return auc(ordered(values), is_event);
}

}  // namespace

TEST_CASE("the AUC is Mann and Whitney's statistic over all pairs") {
  // scipy.stats.mannwhitneyu(x, y).statistic / 24, scipy 1.10.1.
  const std::vector<double> x = {3.2, 1.5, 1.5, 7.9, -2.0, 4.4, 4.4, 4.4, 0.1, 9.3};
  const std::vector<char> is_event = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0};
  CHECK(auc(ordered(x), is_event) == Approx(0.75).epsilon(1e-14));
  CHECK(std::isnan(auc(ordered(x), std::vector<char>(10, 1))));
  CHECK(std::isnan(auc(ordered(x), std::vector<char>(10, 0))));
  CHECK(auc(ordered({1, 2, 3, 4}), std::vector<char>{0, 0, 1, 1}) == 1);
  CHECK(auc(ordered({1, 2, 3, 4}), std::vector<char>{1, 1, 0, 0}) == 0);
}

TEST_CASE("the AUC of two normal distributions is Phi(d / sqrt 2)") {
  // Its variance is 1/(4 min(m, n)) at most (van Dantzig, 1951).
  Uniform uniform(8);
  for (const double d : {-0.5, 0.0, 1.0, 2.0}) {
    CHECK(drawn_auc(uniform, 4000, 8000, d) ==
          Approx(phi(d / std::sqrt(2.0))).margin(4 * 0.5 / std::sqrt(4000.0)));
  }
}

TEST_CASE("Newcombe's interval: the variance at 1/2, both ends, and no events") {
  // At t = 1/2 the variance is that of Mann and Whitney's statistic without an effect,
  // (m + n + 1) / (12 m n).
  const double z = 1.959963984540054, m = 7, n = 40;
  const double reach = z * std::sqrt((m + n + 1) / (12 * m * n));
  CHECK(auc_interval(0.5 + reach, 7, 40, 0.95).low == Approx(0.5).epsilon(1e-12));
  CHECK(auc_interval(0.5 - reach, 7, 40, 0.95).high == Approx(0.5).epsilon(1e-12));
  const Interval one = auc_interval(1, 3, 50, 0.95), none = auc_interval(0, 3, 50, 0.95);
  CHECK(one.high == 1);
  CHECK((one.low > 0.3 && one.low < 0.95));
  CHECK(none.low == 0);
  CHECK(none.high == Approx(1 - one.low).epsilon(1e-12));
  CHECK(std::isnan(auc_interval(0.5, 0, 9, 0.95).low));
}

TEST_CASE("Newcombe's interval covers the AUC of few events") {
  Uniform uniform(9);
  const int campaigns = 2000;
  for (const double d : {0.0, 1.0, 2.0}) {
    int covered = 0;
    for (int i = 0; i < campaigns; ++i) {
      const Interval bounds = auc_interval(drawn_auc(uniform, 5, 95, d), 5, 95, 0.95);
      covered += bounds.low <= phi(d / std::sqrt(2.0)) && phi(d / std::sqrt(2.0)) <= bounds.high;
    }
    // Approximate: Newcombe found 0.93 and more for the mean of his cases.
    CHECK(covered > campaigns * 0.93 - campaigns * three_errors(0.93, campaigns));
  }
}
