#pragma once
/// Correlations of the dispersed inputs of a scenario. For reports: `stats` compares them with the
/// correlations of the samples. What is drawn is in dispersion.hpp.

#include <cstddef>
#include <vector>

#include "plan/plan.hpp"

namespace montecopter {

struct CorrelatedPair {
  std::size_t a = 0, b = 0;     ///< of Plan::dispersions
  double rank_correlation = 0;  ///< Spearman's, as requested
};

/// All pairs of inputs in one [[correlate]], and of numbers in one multivariate normal distribution
/// that have a variance, whose rank correlations follow from the covariance.
std::vector<CorrelatedPair> correlated_pairs(const Plan& plan);

}  // namespace montecopter
