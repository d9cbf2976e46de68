#pragma once
/// Which dispersed inputs a scenario lets go together, and how far. For reports: `stats` compares
/// them with the correlations of the samples. What is drawn is in dispersion.hpp.

#include <cstddef>
#include <vector>

#include "plan/plan.hpp"

namespace montecopter {

struct CorrelatedPair {
  std::size_t a = 0, b = 0;     ///< of Plan::dispersions
  double rank_correlation = 0;  ///< Spearman's, as asked for
};

/// All pairs of inputs in one [[correlate]], and of numbers in one multivariate normal distribution
/// that have a variance: of these the rank correlation follows from the covariance.
std::vector<CorrelatedPair> correlated_pairs(const Plan& plan);

}  // namespace montecopter
