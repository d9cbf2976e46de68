#pragma once
/// Several claims that are looked at again and again while samples come in, judged together.

#include <cstddef>
#include <vector>

#include "core/statistics/claim.hpp"

namespace montecopter::statistics {

/// Holm's method on p-values that hold at all times. The p-value of a sequential test is 1 over its
/// evidence (sequential_p_value()), of which the smallest so far counts. While a hypothesis is
/// true, the probability that it ever falls to a is at most a (Ville). So with a probability of at
/// least 1 - alpha, no p-value of the m0 true ones ever falls to alpha / m0. Where none has, Holm's
/// method rejects none of them (Scandinavian Journal of Statistics 6 (1979) 65). That holds for any
/// dependence between the tests, any number of samples of each, any number of looks, and any rule
/// that ends a test.
class SequentialFamily {
 public:
  /// Constructs a family with one confidence for each claim.
  explicit SequentialFamily(std::vector<double> confidences);

  /// State of the test of a claim by now; a test that has ended keeps its p-values.
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
