#pragma once
/// Whether two means are the same but for a margin: two one-sided tests (TOST). Schuirmann, Journal
/// of Pharmacokinetics and Biopharmaceutics 15 (1987) 657.

#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/mean_difference.hpp"

namespace montecopter::statistics {

enum class Equivalence { equivalent, different, undecided };
/// "equivalent", "different" or "undecided".
std::string_view name_of(Equivalence verdict);

struct EquivalenceFinding {
  double p_equivalent = 1;  ///< of "the difference is the margin or more", to either side
  double p_beyond = 1;      ///< of "the difference is within the margin"
};

/// Test of equivalence with margin >= 0, in the unit of the difference. The p-value p_equivalent is
/// the larger one of both one-sided tests, so it is 5 % at most exactly if the 90 % interval lies
/// within the margin. The p-value p_beyond is twice the smaller one of the tests of "not beyond the
/// upper end" and "not beyond the lower end". It is 5 % at most exactly if the 95 % interval lies
/// beyond the margin.
EquivalenceFinding test_equivalence(const MeanDifference& difference, double margin);

struct EquivalenceMember {
  Equivalence verdict = Equivalence::undecided;
  double p_equivalent = 1, p_beyond = 1;  ///< adjusted
};

/// Verdicts about all together by Holm's method, for "equivalent" and, separately, for "different"
/// (shown to be beyond its margin). Each is wrong for any of them with a probability of at most
/// `level`.
std::vector<EquivalenceMember> judge_equivalence(std::span<const EquivalenceFinding> findings,
                                                 double level = 0.05);

}  // namespace montecopter::statistics
