#pragma once
/// Wilcoxon's signed-rank test of pairs: whether differences are distributed symmetrically about
/// zero, normal or not. Wilcoxon, Biometrics Bulletin 1 (1945) 80.

#include <cstddef>
#include <span>

namespace montecopter::statistics {

struct SignedRanks {
  std::size_t n = 0;      ///< differences that are not zero
  double positive = 0;    ///< sum of the ranks of the positive ones; ties share their mean rank
  double p_value = 1;     ///< two-sided; 1 for n = 0
  bool is_exact = false;  ///< or the normal approximation, with continuity correction
};

/// Differences of zero are left out, as by Wilcoxon. Exact up to n = 25, with ties, too: of all 2^n
/// signs that the ranks could have. Above that by the normal distribution, with the variance that
/// ties leave and a correction of 1/2. Pratt & Gibbons, Concepts of Nonparametric Theory (1981),
/// section 3.7. The differences are finite.
SignedRanks signed_ranks(std::span<const double> differences);

}  // namespace montecopter::statistics
