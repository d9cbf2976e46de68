#pragma once
/// Claims about a distribution, and what n independent samples say about them, n chosen beforehand.
/// If results are looked at repeatedly until a claim is met, use sequential_proportion.hpp and
/// bounded_mean.hpp.
///
/// A claim is met if its complement, the null hypothesis, can be rejected with the claim's
/// confidence, violated if it can be rejected itself, and undecided otherwise. Since either the
/// claim or its complement is true, a verdict other than undecided is wrong in at most a fraction 1
/// - confidence of all campaigns.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "core/statistics/mean_bounds.hpp"

namespace montecopter::statistics {

enum class Verdict { met, violated, undecided };
/// "met", "violated" or "undecided".
std::string_view name_of(Verdict verdict);

/// p-values of a claim's complement, which is rejected where the claim is met, and of the claim.
struct PValues {
  double met = 1, violated = 1;
};

/// Verdict from p-values. At the bound itself a claim holds, so that a p-value equal to 1 -
/// confidence does not violate it.
Verdict verdict_of(const PValues& p, double confidence);

/// Evidence on the claim that several claims all hold, each with its own p-values. It does not hold
/// where any one does not: all complements have to be rejected. It is violated where any claim is,
/// of which each may be called so wrongly: the smallest p-value times their number (Bonferroni).
PValues all_hold(std::span<const PValues> claims);

enum class Side { at_least, at_most };

/// The probability of an event is at least (at most) `bound`, 0 <= bound <= 1: `at_least 0.99` of
/// successes, or `at_most 0.01` of failures.
struct ProportionClaim {
  Side side = Side::at_least;
  double bound = 0;
  double confidence = 0.95;
};

/// The p-quantile of a variable is at least (at most) `bound`, in the variable's unit. This is a
/// claim about a proportion: the p-quantile is at most b exactly if P(X <= b) >= p, and at least b
/// if P(X < b) <= p.
struct QuantileClaim {
  Side side = Side::at_most;
  double p = 0.5;
  double bound = 0;
  double confidence = 0.95;
};

/// The mean of a variable is at least (at most) `bound`, in the variable's unit.
struct MeanClaim {
  Side side = Side::at_most;
  double bound = 0;
  double confidence = 0.95;
};

/// Evidence of samples about a claim.
struct Finding {
  Verdict verdict = Verdict::undecided;
  double estimate = 0;       ///< estimate of the claim's quantity, in its unit; NaN without samples
  double low = 0, high = 0;  ///< one-sided bounds of it, each with the claim's confidence
  double p_met = 1;          ///< p-value of the complement: the claim is met if it is small
  double p_violated = 1;     ///< p-value of the claim itself: small if violated.
  /// Number of samples needed in all, these included, if the observed rate goes on
  /// (samples_to_decide.hpp); 0 if no number of samples would do. Nothing if the claim is
  /// decided, or if no forecast is made.
  std::optional<std::size_t> samples_to_decide = {};
};

/// Verdict from k events in n samples. Bounds are those of Clopper and Pearson, p-values binomial
/// tails: exact, with the same bits on every machine. Met: the bound that supports the claim
/// reaches it (low >= bound for at_least). Violated: the other bound lies beyond it (high < bound).
Finding judge(const ProportionClaim& claim, std::size_t k, std::size_t n);

/// Values in ascending order, none of them NaN. Bounds are order statistics, infinite where n is
/// too small for one. Exact for any distribution.
Finding judge(const QuantileClaim& claim, std::span<const double> ascending);
/// Verdict from n values of which `events` count() and `at` gives the value of a rank, from 0.
Finding judge(const QuantileClaim& claim, std::size_t events, std::size_t n,
              const std::function<double(std::size_t)>& at);

/// Approximate: by Student's t, which is exact for normal values only. Values without any spread
/// are taken to be their mean; fewer than two, or any that is not finite, decide nothing.
Finding judge(const MeanClaim& claim, const MeanSummary& values);

/// The claim about a proportion that a claim about a quantile is, and whether a value is an event
/// of it: what sequential tests count.
ProportionClaim as_proportion(const QuantileClaim& claim);
inline bool counts(const QuantileClaim& claim, double value) {
  return claim.side == Side::at_most ? value <= claim.bound : value < claim.bound;
}

}  // namespace montecopter::statistics
