#include "core/statistics/kolmogorov_smirnov.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "core/statistics/paired_samples.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

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
  // ks_2samp(x, y, method="exact")
  CHECK(found.distance == Approx(0.5568627450980392).epsilon(1e-14));
  CHECK(found.p_value == Approx(0.00883048501216285).epsilon(1e-13));
  CHECK(found.is_exact);
}

TEST_CASE("exact p-values") {
  struct Case {
    std::size_t n_a, n_b;
    std::uint64_t distance;
    double p;
  };
  // Paths from (0, 0) to (n_a, n_b) that stay within the distance, counted row by row in whole
  // numbers, and divided as fractions (Python): 1 - paths / C(n_a + n_b, n_a). Where n_a = n_b = n
  // and the distance is k / n, also 2 sum over h >= 1 of (-1)^(h-1) C(2n, n - h k) / C(2n, n)
  // (Gnedenko & Korolyuk, 1951), alone for 1000 and 5000.
  const Case cases[] = {{8, 8, 48, 0.018648018648018648},
                        {60, 60, 900, 0.046660870723173625},
                        {60, 40, 680, 0.03657613410246145},
                        {3, 7, 14, 0.25},
                        {1, 9, 9, 0.2},
                        {2, 2, 4, 0.3333333333333333},
                        {100, 150, 2500, 0.06581561043351916},
                        {250, 400, 20000, 7.35250824227964e-06},
                        {300, 300, 33300, 1.1626372139489815e-18},
                        {1000, 1000, 190000, 3.4297459018708605e-16},
                        {5000, 5000, 4500000, 3.694398180628015e-71}};
  for (const Case& c : cases) {
    INFO(c.n_a << " against " << c.n_b << ", " << c.distance);
    // Four roundings in each of n_a + n_b steps, which partly cancel.
    CHECK(distance_tail(c.n_a, c.n_b, c.distance) == Approx(c.p).epsilon(1e-12));
    CHECK(distance_tail(c.n_b, c.n_a, c.distance) == Approx(c.p).epsilon(1e-12));
  }
  CHECK(distance_tail(5, 7, 0) == 1);
  CHECK(distance_tail(5, 7, 35) == Approx(2.0 / 792).epsilon(1e-14));  // all of one below the other
  CHECK(distance_tail(1, 1, 1) == 1);
}

TEST_CASE("beyond the exact ones p-values are asymptotic, within what the header says") {
  // Just within the limit, where both are known: 10000 against as many, and against one less.
  for (const auto& [n_b, distance] : {std::pair<std::size_t, std::uint64_t>{10000, 1'410'000},
                                      {10000, 1'920'000},
                                      {9999, 1'923'186},
                                      {10000, 3'710'000}}) {
    const double m = 1e4 * static_cast<double>(n_b) / (1e4 + static_cast<double>(n_b));
    const double d = static_cast<double>(distance) / (1e4 * static_cast<double>(n_b));
    const double x = (std::sqrt(m) + 0.12 + 0.11 / std::sqrt(m)) * d;
    const double exact = distance_tail(10000, n_b, distance);
    CHECK(kolmogorov_tail(x) == Approx(exact).epsilon(exact > 0.01 ? 0.02 : 0.05));
  }
  std::vector<double> a(10001), b(10000);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i) + 192.5;
  const KolmogorovSmirnov found = kolmogorov_smirnov(a, b);
  CHECK_FALSE(found.is_exact);
  CHECK(found.distance == Approx(193.0 / 10001).epsilon(1e-13));  // of A below all of B
  CHECK(found.p_value == Approx(distance_tail(10001, 10000, 1'930'000)).epsilon(0.02));
  b.pop_back(), a.pop_back();
  CHECK(kolmogorov_smirnov(a, b).is_exact);
}

TEST_CASE("distances in closed form") {
  const std::vector<double> a = {1, 2, 3, 4}, b = {5, 6}, c = {1, 1, 2, 2, 3, 3, 4, 4};
  CHECK(kolmogorov_smirnov(a, b).distance == 1);
  CHECK(kolmogorov_smirnov(b, a).distance == 1);
  CHECK(kolmogorov_smirnov(a, c).distance == 0);  // ties are one step
  CHECK(kolmogorov_smirnov(a, c).p_value == 1);
  CHECK(kolmogorov_smirnov(a, std::vector<double>{2.5}).distance == 0.5);
}

TEST_CASE("ties count as one step, and their p-value is that without ties") {
  const std::vector<double> a = {1, 1, 1, 2, 3, 3}, b = {1, 2, 2, 3, 3, 3, 3};
  const KolmogorovSmirnov found = kolmogorov_smirnov(a, b);  // behind 1: 3/6 - 1/7 = 15/42
  CHECK(found.distance == Approx(15.0 / 42).epsilon(1e-14));
  CHECK(found.p_value == distance_tail(6, 7, 15));
}

namespace {

/// The share of campaigns of one distribution that are called two at 5 %. Rounded values have ties.
double rejected(std::size_t n_a, std::size_t n_b, double rounding, int campaigns) {
  Uniform uniform(25);
  int count = 0;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<double> a(n_a), b(n_b);
    const auto draw = [&] {
      const double x = uniform();
      return rounding > 0 ? std::floor(x / rounding) : x;
    };
    for (double& x : a) x = draw();
    for (double& x : b) x = draw();
    std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
    count += kolmogorov_smirnov(a, b).p_value <= 0.05 ? 1 : 0;
  }
  return count / static_cast<double>(campaigns);
}

}  // namespace

TEST_CASE("samples of one distribution are called two as often as the p-value says") {
  const int campaigns = 4000;
  for (const auto& [n_a, n_b] :
       {std::pair<std::size_t, std::size_t>{8, 8}, {15, 17}, {60, 40}, {60, 60}}) {
    // Distances have steps, so that 5 % itself is no p-value: the largest one below it is the size.
    std::uint64_t distance = n_a * n_b;
    while (distance_tail(n_a, n_b, distance - 1) <= 0.05) --distance;
    const double size = distance_tail(n_a, n_b, distance);
    CHECK(rejected(n_a, n_b, 0, campaigns) == Approx(size).margin(three_errors(size, campaigns)));
  }
  CHECK(rejected(60, 60, 0.1, campaigns) <= 0.05);  // with ties less often
}
