#include "core/statistics/sample_size.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/statistics/proportion_bounds.hpp"
#include "core/statistics/quantile_ranks.hpp"

using namespace montecopter::statistics;

TEST_CASE("Wilks' table") {
  // Without violations n = ceil(ln(1 - confidence) / ln p).
  CHECK(samples_to_prove(0.95, 0.95) == 59);
  CHECK(samples_to_prove(0.99, 0.95) == 299);
  CHECK(samples_to_prove(0.997, 0.90) == 767);
  CHECK(samples_to_prove(0.9973, 0.90) == 852);
  CHECK(samples_to_prove(0.999, 0.95) == 2995);
  CHECK(samples_to_prove(0.5, 0.5) == 1);
  // Orders 1 to 6 at 95 % and 95 %, as safety analyses use them. scipy 1.10.1: the smallest n with
  // binom.cdf(r, n, 0.05) <= 0.05.
  const std::size_t orders[] = {59, 93, 124, 153, 181, 208};
  for (std::size_t r = 0; r < 6; ++r) CHECK(samples_to_prove(0.95, 0.95, r) == orders[r]);
}

TEST_CASE("with violations more samples are needed, as many as scipy says") {
  // scipy 1.10.1: the smallest n with binom.cdf(r, n, 1 - p) <= 1 - confidence, r = 0, 1, 2, 5.
  struct Row {
    double p, confidence;
    std::size_t n[4];
  };
  const Row rows[] = {{0.99, 0.95, {299, 473, 628, 1049}},
                      {0.997, 0.90, {767, 1296, 1773, 3090}},
                      {0.9973, 0.90, {852, 1440, 1970, 3433}},
                      {0.999, 0.95, {2995, 4742, 6294, 10511}}};
  const std::size_t violations[] = {0, 1, 2, 5};
  for (const Row& row : rows) {
    for (int i = 0; i < 4; ++i) {
      CHECK(samples_to_prove(row.p, row.confidence, violations[i]) == row.n[i]);
    }
  }
}

TEST_CASE("so many samples prove it, and one less does not") {
  for (const double p : {0.1, 0.5, 0.9, 0.99, 0.9999}) {
    for (const double confidence : {0.6, 0.9, 0.999}) {
      for (const std::size_t violations : {0u, 1u, 5u, 40u}) {
        const std::size_t n = samples_to_prove(p, confidence, violations);
        REQUIRE(n > violations);
        CHECK(proportion_lower_bound(n - violations, n, confidence) >= p);
        CHECK(upper_bound_rank(n, p, confidence) == n - violations);
        if (n == violations + 1) continue;
        CHECK(proportion_lower_bound(n - 1 - violations, n - 1, confidence) < p);
      }
    }
  }
  CHECK(samples_to_prove(1 - 1e-13, 0.95) == 0);  // 3e13
}
