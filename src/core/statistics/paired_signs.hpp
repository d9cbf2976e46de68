#pragma once
/// Pairs of which only the direction counts: which of the two is smaller, or which of the two
/// passed. Exact, with the same bits on every machine.

#include <cstddef>

namespace montecopter::statistics {

/// Two-sided p-value of "neither direction is more likely": twice the smaller tail of the binomial
/// distribution with p = 1/2, 1 at most. Pairs without a direction (ties) are left out beforehand.
/// 1 without pairs. Conover, Practical Nonparametric Statistics, 3rd ed. (1999), section 3.4.
double sign_test(std::size_t one_way, std::size_t other_way);

/// Outcomes of pairs: a table of 2 x 2.
struct PassedPairs {
  std::size_t both = 0, only_a = 0, only_b = 0, neither = 0;

  std::size_t all() const { return both + only_a + only_b + neither; }
};

/// McNemar's exact test of "A and B pass equally often": the sign test of the pairs of which one
/// passed. McNemar, Psychometrika 12 (1947) 153; Conover, section 3.5.
double mcnemar(const PassedPairs& pairs);

}  // namespace montecopter::statistics
