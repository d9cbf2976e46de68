#pragma once
/// Tails of the binomial distribution, with the same bits on every machine.

#include <cstddef>

namespace montecopter::statistics {

/// P(B <= k) and P(B >= k) of a binomial B.
struct BinomialTails {
  double at_most = 1, at_least = 1;
};

/// Tails of B ~ binomial(n, p) at k, 0 <= k <= n, 0 <= p <= 1. The relative error grows with the
/// number of terms, by which it is below 1e-12 at n = 1000 and 1e-10 at n = 1e9; below 1e-300 a
/// tail is 0. Takes some 25 standard deviations of B in steps, at most 80 where k is far out.
BinomialTails binomial_tails(std::size_t k, std::size_t n, double p);

}  // namespace montecopter::statistics
