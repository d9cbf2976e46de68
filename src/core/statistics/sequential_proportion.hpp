#pragma once
/// Claims about a proportion that are looked at again and again, until they are decided: tests and
/// bounds that hold at all sample sizes at once. All of it has the same bits on every machine.

#include <cstddef>

#include "core/statistics/claim.hpp"
#include "core/statistics/interval.hpp"
#include "core/statistics/quantile_ranks.hpp"
#include "core/statistics/wide_number.hpp"

namespace montecopter::statistics {

/// Evidence from k events in n samples that the probability of the event is more than p (less than
/// p), 0 < p < 1. It is an e-process, the capital of the bets of bets.hpp. While the probability is
/// at most (at least) p, it reaches 1/alpha at any n with a probability of at most alpha. 1 at n =
/// 0. The relative error is below (n + 100) 2^-51. Takes some microseconds at any n.
WideNumber evidence_of_more(std::size_t k, std::size_t n, double p);
WideNumber evidence_of_less(std::size_t k, std::size_t n, double p);

/// Result of a look at a claim: decided once an evidence reaches 1 / (1 - confidence).
struct SequentialFinding {
  Verdict verdict = Verdict::undecided;
  WideNumber for_met = 1.0, for_violated = 1.0;
  double needed = 20;  ///< 1 / (1 - confidence)
};

/// A look after k events in n samples (0 <= claim.bound <= 1). The first look that decides ends the
/// test: its verdict is wrong in a fraction 1 - confidence of all campaigns at most, however often
/// one looks and whatever decides when. A later look may be undecided again; the verdict stands.
SequentialFinding look(const ProportionClaim& claim, std::size_t k, std::size_t n);

/// The number min(1, 1 / evidence): a p-value at any n at which the test ends, for holm() and
/// judge_family() over several sequential tests. While the hypothesis that evidence speaks against
/// is true, it is at most alpha at any n with a probability of at most alpha.
double sequential_p_value(const WideNumber& evidence);

/// Bounds of a probability that hold at all n together with the given confidence: a confidence
/// sequence. The lower bound is the largest p (rounded down) for which there is enough evidence of
/// more. So a claim "at least p" is met exactly when the lower bound reaches p. They are 0 and 1
/// where there is none.
double sequential_lower_bound(std::size_t k, std::size_t n, double confidence);
double sequential_upper_bound(std::size_t k, std::size_t n, double confidence);
/// Both, with half of 1 - confidence each.
Interval sequential_interval(std::size_t k, std::size_t n, double confidence);

/// Ranks of samples that bound the p-quantile at all n together, each side missing it with a
/// probability of `miss` at most, like quantile_ranks(); 0: n is too small.
QuantileRanks sequential_quantile_ranks(std::size_t n, double p, double miss = 0.025);

}  // namespace montecopter::statistics
