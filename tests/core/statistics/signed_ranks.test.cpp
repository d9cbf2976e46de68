#include "core/statistics/signed_ranks.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/statistics/paired_samples.hpp"
#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

namespace {

/// Of all 2^n signs of these ranks: how often the sum is as far from its middle, or farther.
double by_enumeration(const std::vector<double>& ranks, double positive) {
  double total = 0;
  for (const double r : ranks) total += r;
  const std::size_t all = std::size_t{1} << ranks.size();
  std::size_t far = 0;
  for (std::size_t signs = 0; signs < all; ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) sum += (signs >> i & 1) != 0 ? ranks[i] : 0;
    far += std::abs(sum - total / 2) >= std::abs(positive - total / 2) ? 1 : 0;
  }
  return static_cast<double>(far) / static_cast<double>(all);
}

}  // namespace

TEST_CASE("signed ranks against scipy") {
  // wilcoxon(darwin): statistic 24, the smaller one of both sums; exact.
  const SignedRanks found = signed_ranks(darwin);
  CHECK(found.n == 15);
  CHECK(found.is_exact);
  CHECK(found.positive == 15 * 16 / 2 - 24);
  CHECK(found.p_value == Approx(0.041259765625).epsilon(1e-14));
}

TEST_CASE("many signed ranks with ties and zeros against scipy") {
  // wilcoxon(d, correction=True, mode="approx"): statistic 54. scipy's normal tail: 1e-13.
  const std::vector<double> d = {1, 1, 2, -1, 3, 3,  -2, 4, 5, 0, 0, 2,  6, -3, 1,
                                 1, 2, 2, 7,  8, -4, 5,  9, 3, 2, 1, -1, 4, 4,  4};
  const SignedRanks found = signed_ranks(d);
  CHECK(found.n == 28);
  CHECK_FALSE(found.is_exact);
  CHECK(found.positive == 28 * 29 / 2 - 54);
  CHECK(found.p_value == Approx(0.0006862700546284493).epsilon(1e-11));
}

TEST_CASE("exact with ties: every sign is counted") {
  // Magnitudes 1 1 2 3 3 3 4 have the ranks 1.5 1.5 3 5 5 5 7.
  const std::vector<double> ranks = {1.5, 1.5, 3, 5, 5, 5, 7};
  CHECK(signed_ranks(std::vector<double>{1, -1, 2, 3, 3, -3, 4}).p_value ==
        by_enumeration(ranks, 21.5));
  CHECK(signed_ranks(std::vector<double>{-1, -1, 2, 3, 3, 3, 0, 4}).p_value ==
        by_enumeration(ranks, 25));
  CHECK(signed_ranks(std::vector<double>{1, 1, 2, 3, 3, 3, 4}).p_value == 2.0 / 128);
}

TEST_CASE("few signed ranks in closed form") {
  CHECK(signed_ranks({}).p_value == 1);
  CHECK(signed_ranks(std::vector<double>{0, 0}).n == 0);
  CHECK(signed_ranks(std::vector<double>{0.1}).p_value == 1);  // either sign is as far
  CHECK(signed_ranks(std::vector<double>{1, 2, 3, 4, 5, 6}).p_value == 2.0 / 64);
  CHECK(signed_ranks(std::vector<double>{1, -1, 2, -2}).p_value == 1);
}

TEST_CASE("exact and normal p-values meet, and both err as rarely as they say") {
  Uniform uniform(24);
  const int campaigns = 2000;
  for (const std::size_t n : {25u, 26u}) {
    int rejected = 0;
    for (int c = 0; c < campaigns; ++c) {
      std::vector<double> d(n);
      for (double& x : d) x = std::pow(uniform.normal(), 3);  // symmetric, far from normal
      rejected += signed_ranks(d).p_value <= 0.05 ? 1 : 0;
    }
    CHECK(static_cast<double>(rejected) / campaigns ==
          Approx(0.05).margin(three_errors(0.05, campaigns) + 0.002));  // it has steps of 0.2 %
  }
}
