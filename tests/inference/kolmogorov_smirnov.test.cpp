#include "inference/kolmogorov_smirnov.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
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
  // ks_2samp(x, y).pvalue, exact: 0.00883. Stephens' correction is within 10 %.
  CHECK(found.p_value == Approx(0.00883048501216285).epsilon(0.1));
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
  // The distances have steps, so that it is a little less than 5 %.
  CHECK(rejected / 2000.0 == Approx(0.045).margin(three_errors(0.05, campaigns) + 0.005));
}
