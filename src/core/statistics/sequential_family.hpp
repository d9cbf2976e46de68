#pragma once
/// Several claims that are looked at again and again while samples come in, judged together.

#include <cstddef>
#include <vector>

#include "core/statistics/claim.hpp"

namespace montecopter::statistics {

/// Holm's method on p-values that hold at all times. The p-value of a sequential test is 1 over its
/// evidence (sequential_p_value()), of which the smallest so far counts: while a hypothesis is
/// true, that ever falls to a with a probability of a at most (Ville). So with a probability of 1 -
/// alpha at least, no p-value of the m0 true ones ever falls to alpha / m0, and where none has,
/// Holm's method rejects none of them (Scandinavian Journal of Statistics 6 (1979) 65), whatever
/// the dependence between the tests is, at whatever number of samples each of them is, however
/// often one looks, and whatever ends each test.
class SequentialFamily {
 public:
  /// One confidence for each claim.
  explicit SequentialFamily(std::vector<double> confidences);

  /// What the test of a claim shows by now; a test that has ended keeps its p-values.
  void look(std::size_t claim, double p_met, double p_violated);
  /// Verdicts about all claims; those that have been reached stand. "Met" and "violated" are each a
  /// family of their own, as in judge_family().
  void judge();
  Verdict verdict(std::size_t claim) const { return verdicts_[claim]; }

 private:
  std::vector<double> confidences_, met_, violated_;
  std::vector<Verdict> verdicts_;
};

}  // namespace montecopter::statistics
