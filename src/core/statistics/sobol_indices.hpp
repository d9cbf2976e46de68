#pragma once
/// First-order and total indices of Sobol' from the base points of a Saltelli design.
///
/// The output f at A, at B and at AB_i, which is A with input i from B:
///
///   first(i) = mean of f(B) (f(AB_i) - f(A)) / V
///   total(i) = mean of (f(A) - f(AB_i))^2 / (2 V)
///
/// Sources: Saltelli et al., Computer Physics Communications 181 (2010) 259, table 2 (b); Jansen,
/// the same 117 (1999) 35; table 2 (f).
///
/// V is the variance of f at all A and B, and f is taken without its mean over these. With the
/// mean, the first-order index would be known far worse where the mean is large. Both are unbiased
/// but for the ratio, and may be slightly negative. They hold with noise, too, if A and AB_i share
/// theirs and B has another: noise is then one more input, whose index is not computed.
///
/// Intervals are by the bootstrap over base points (Archer, Saltelli & Sobol', Journal of
/// Statistical Computation and Simulation 58 (1997) 99), which takes them to be independent. Sobol'
/// points are more even than that, so that the intervals are too wide for them.

#include <cstddef>
#include <vector>

#include "core/statistics/input_effects.hpp"
#include "core/statistics/resampling.hpp"

namespace montecopter::statistics {

/// An output at each of n base points of k inputs.
struct BasePointOutputs {
  std::vector<double> a, b;
  std::vector<std::vector<double>> ab;  ///< by input, then by base point
};

struct SobolIndices {
  Estimate first, total;
};

/// NaN if the output does not vary.
struct OutputIndices {
  std::vector<SobolIndices> inputs;
  Estimate additive;  ///< the sum of all first-order indices
};

/// Indices from n >= 2 base points, all finite. The resamples, confidence and seed of the settings
/// count.
OutputIndices sobol_indices(const BasePointOutputs& outputs, const EffectSettings& settings);

}  // namespace montecopter::statistics
