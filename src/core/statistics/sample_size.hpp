#pragma once
/// Number of samples that a claim needs, before any is flown.

#include <cstddef>

namespace montecopter::statistics {

/// The smallest n such that n samples with at most `violations` prove that the probability of
/// success is at least p (0 < p < 1) with the given confidence. It satisfies P(B <= violations) <=
/// 1 - confidence for B ~ binomial(n, 1 - p). Without violations p^n <= 1 - confidence: 59 for 95 %
/// at 95 %. The same n makes the (violations + 1)-largest of n samples an upper bound of the
/// p-quantile: Wilks, Annals of Mathematical Statistics 12 (1941) 91. 0 if more than 10^12 are
/// needed.
std::size_t samples_to_prove(double p, double confidence, std::size_t violations = 0);

}  // namespace montecopter::statistics
