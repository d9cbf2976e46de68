#pragma once
/// Several claims at once.

#include <span>
#include <vector>

#include "core/statistics/claim.hpp"

namespace montecopter::statistics {

/// p-values adjusted for being one of a family, in the order given: with the p-values in ascending
/// order, p'(i) = max over j <= i of min(1, (m - j + 1) p(j)). Rejecting the hypotheses with
/// p' <= alpha rejects any true one with a probability of alpha at most, whatever the dependence
/// between the tests is. Holm, Scandinavian Journal of Statistics 6 (1979) 65. NaN counts as 1.
std::vector<double> holm(std::span<const double> p_values);

/// A claim among others: its verdict and adjusted p-values.
struct FamilyMember {
  Verdict verdict = Verdict::undecided;
  double p_met = 1, p_violated = 1;
};

/// Verdicts about all claims of a family together, by Holm's method for "met" and, separately, for
/// "violated". The probability that any claim is called met though it does not hold is at most 1 -
/// confidence. The same bound holds for calling any violated though it holds. The probability
/// of either is at most the sum of both.
std::vector<FamilyMember> judge_family(std::span<const Finding> findings, double confidence);

}  // namespace montecopter::statistics
