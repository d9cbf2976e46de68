#include "inference/kolmogorov_smirnov.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <tuple>
#include <vector>

#include "inference/paired_samples.hpp"
#include "inference/uniform.hpp"

using namespace montecopter::inference;

TEST_CASE("Kolmogorov's distribution against scipy") {
  // kstwobign.sf(x)
  const std::pair<double, double> expected[] = {{0.3, 0.9999906941986655},
                                                {0.5, 0.9639452436648751},
                                                {0.8, 0.5441424115741981},
                                                {1.0, 0.26999967167735456},
                                                {2.0, 0.0006709252557796953}};
  for (const auto& [x, p] : expected) CHECK(kolmogorov_tail(x) == Approx(p).epsilon(1e-12));
  CHECK(kolmogorov_tail(1.3581) ==
        Approx(0.05).epsilon(1e-4));  // the table of Smirnov (1948): 1.36
  CHECK(kolmogorov_tail(0) == 1);
  CHECK(kolmogorov_tail(0.99999999) == Approx(kolmogorov_tail(1.00000001)).epsilon(1e-7));
}

TEST_CASE("two samples against scipy") {
  std::vector<double> x = welch_x, y = welch_y;
  std::sort(x.begin(), x.end()), std::sort(y.begin(), y.end());
  const KolmogorovSmirnov found = kolmogorov_smirnov(x, y);
  // ks_2samp(x, y).statistic, and kstwobign.sf((sqrt(m) + .12 + .11 / sqrt(m)) D), m = 15 17 / 32
  CHECK(found.distance == Approx(0.5568627450980392).epsilon(1e-14));
  CHECK(found.p_value == Approx(0.008056291018762632).epsilon(1e-12));
  // ks_2samp(x, y).pvalue, exact: 0.00883. Within 10 % for sets of these sizes.
  CHECK(found.p_value == Approx(0.00883048501216285).epsilon(0.1));
}

TEST_CASE("how far the asymptotic p-value is from the exact one") {
  // The header says so. Exact p-values of D = k / n for n against n values, without ties:
  // scipy.stats._stats_py._compute_prob_outside_square(n, k); both are the first of 5 % at most.
  const std::tuple<std::size_t, std::size_t, double, double> expected[] = {
      {8, 6, 0.01865, 0.524}, {60, 15, 0.04666, 0.830}};
  for (const auto& [n, k, exact, ratio] : expected) {
    std::vector<double> a(n), b(n);
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = static_cast<double>(i);
      b[i] = static_cast<double>(i + k) - 0.5;  // k values of a below the first of b
    }
    const KolmogorovSmirnov found = kolmogorov_smirnov(a, b);
    CHECK(found.distance == Approx(static_cast<double>(k) / static_cast<double>(n)));
    CHECK(found.p_value / exact == Approx(ratio).epsilon(2e-3));  // what is written of them
  }
}

TEST_CASE("distances in closed form") {
  const std::vector<double> a = {1, 2, 3, 4}, b = {5, 6}, c = {1, 1, 2, 2, 3, 3, 4, 4};
  CHECK(kolmogorov_smirnov(a, b).distance == 1);
  CHECK(kolmogorov_smirnov(b, a).distance == 1);
  CHECK(kolmogorov_smirnov(a, c).distance == 0);  // ties are one step
  CHECK(kolmogorov_smirnov(a, c).p_value == 1);
  CHECK(kolmogorov_smirnov(a, std::vector<double>{2.5}).distance == 0.5);
}

TEST_CASE("samples of one distribution are seldom called two") {
  Uniform uniform(25);
  const int campaigns = 2000;
  int rejected = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<double> a(60), b(40);
    for (double& x : a) x = uniform();
    for (double& x : b) x = uniform();
    std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
    rejected += kolmogorov_smirnov(a, b).p_value <= 0.05 ? 1 : 0;
  }
  // Distances of 60 against 40 have steps of 1 / 120, and the p-value is 7 % too small there: the
  // truth is between 4.5 % and 5.5 %.
  CHECK(rejected / 2000.0 == Approx(0.05).margin(three_errors(0.05, campaigns) + 0.005));
}
