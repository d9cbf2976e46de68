#include "core/statistics/binomial_tails.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace montecopter::statistics;

TEST_CASE("tails are those of mpmath and scipy") {
  struct Case {
    std::size_t k, n;
    double p, at_most, at_least;
  };
  // mpmath 1.2.1, 60 digits: at_least = betainc(k, n - k + 1, 0, p, regularized=True), at_most = 1
  // - betainc(k + 1, n - k, 0, p, regularized=True); with n > 1000 sums of exp(loggamma(...)) times
  // ratios of terms, 30 digits. The tail of 1e-162: scipy 1.10.1, binom.cdf(100, 1000, 0.5).
  const Case cases[] = {{3, 10, 0.5, 0.171875, 0.9453125},
                        {98, 100, 0.95, 0.96291879067264493, 0.11826298118512056},
                        {900, 1000, 0.95, 8.4102510848777028e-11, 0.99999999996091791},
                        {990, 1000, 0.95, 0.99999999999947573, 2.7977985614855613e-12},
                        {100, 1000, 0.5, 6.701717790006182e-162, 1.0},
                        {10, 1000, 0.0002, 0.99999999999999959, 2.2532555912409525e-14},
                        {750400, 1000000, 0.75, 0.82248774470021449, 0.17811381160196327},
                        {990009000, 1000000000, 0.99, 0.99788792979841133, 0.0021141890452604869}};
  for (const Case& c : cases) {
    INFO("k = " << c.k << ", n = " << c.n << ", p = " << c.p);
    const BinomialTails tails = binomial_tails(c.k, c.n, c.p);
    // Three rounding errors in each of up to 25 sqrt(n p (1-p)) factors that follow each other, and
    // one in each sum; they partly cancel.
    const double tolerance = c.n <= 1000 ? 1e-12 : 1e-10;
    CHECK(std::fabs(tails.at_most / c.at_most - 1) < tolerance);
    CHECK(std::fabs(tails.at_least / c.at_least - 1) < tolerance);
  }
}

TEST_CASE("tails at the ends") {
  CHECK(binomial_tails(0, 0, 0.3).at_most == 1);
  CHECK(binomial_tails(0, 0, 0.3).at_least == 1);
  CHECK(binomial_tails(0, 5, 0).at_least == 1);
  CHECK(binomial_tails(1, 5, 0).at_least == 0);
  CHECK(binomial_tails(5, 5, 1).at_most == 1);
  CHECK(binomial_tails(4, 5, 1).at_most == 0);
  // p^n and (1-p)^n
  CHECK(binomial_tails(2, 2, 0.5).at_least == 0.25);
  CHECK(binomial_tails(20, 20, 0.9).at_least == Approx(std::pow(0.9, 20)).epsilon(1e-14));
  CHECK(binomial_tails(0, 20, 0.9).at_most == Approx(1e-20).epsilon(1e-13));
  CHECK(binomial_tails(0, 1000000, 0.5).at_most == 0);  // 2^-1000000
}

TEST_CASE("both tails share their k, and those of p and 1 - p mirror each other") {
  for (const std::size_t n : {1u, 7u, 100u, 1234u}) {
    for (const double p : {0.25, 0.5}) {  // 1 - p is exact
      for (std::size_t k = 0; k <= n; k += 1 + n / 9) {
        const BinomialTails here = binomial_tails(k, n, p);
        const double here_alone =
            k == 0 ? here.at_most : here.at_most - binomial_tails(k - 1, n, p).at_most;
        CHECK(here.at_most + here.at_least == Approx(1 + here_alone).epsilon(1e-13));
        CHECK(binomial_tails(n - k, n, 1 - p).at_least == Approx(here.at_most).epsilon(1e-12));
      }
    }
  }
}
