#pragma once
/// Importance sampling by the cross-entropy method: the probability that a function of standard
/// normal numbers is above 0, by samples of a law that moves to the failures.
///
/// At each level, the law is fitted to the tenth of the samples that comes nearest to a failure,
/// weighted by their likelihood ratio (R. Y. Rubinstein, D. P. Kroese, "The Cross-Entropy Method",
/// Springer 2004). It is a mixture of normal laws (N. Kurtz, J. Song, Struct. Saf. 42 (2013) 35),
/// one for each group of directions, and of a tenth of plain samples, so that no weight is above
/// 10 (T. Hesterberg, Technometrics 37 (1995) 185). Samples that the fit has not seen give the
/// estimate. Noise is always drawn anew: where it decides, few samples of the best law fail.
///
/// Fitted laws degenerate in many dimensions: few weights make up the estimate.

#include "vehicle/rare/subset_simulation.hpp"

namespace montecopter {

/// Islands are parts of the last samples. Levels have a threshold and evaluations. The effective
/// samples are failures, each of which is a root, and `last` holds these alone. The probability is
/// NaN if the limit is not reached.
struct ImportanceEstimate : SubsetEstimate {
  double largest_weight = 0;  ///< largest weight of one sample, as a fraction of the estimate
  std::size_t parts = 0;      ///< normal laws of the mixture
};

/// `samples` of the settings, times `islands`, are the last samples; each level has half of them.
ImportanceEstimate importance_sampling(const SubsetSettings& settings,
                                       const Performance& performance);

}  // namespace montecopter
