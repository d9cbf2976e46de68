#pragma once
/// Which of several random inputs matters for which output, from samples in which all of them vary
/// at once: the measures of rank_correlation.hpp, rank_dependence.hpp and halved_spread.hpp, each
/// with its interval (resampling.hpp).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inference/resampling.hpp"

namespace montecopter::inference {

struct EffectSettings {
  std::size_t resamples = 200;
  double quantile = 0.95;  ///< of the output, with an input that scatters half as much
  double confidence = 0.95;
  std::uint64_t seed = 1;
};

/// The output's quantile if the input scattered half as much about its mean.
struct HalvedSpread {
  Estimate quantile;  ///< NaN where samples cannot tell: `spread` is not near one half
  Estimate change;    ///< from the quantile as it is
  double effective_samples = 0;
  double spread = 0;  ///< that the weighted input has, of that which it had
};

/// Of one input on one output. NaN what does not exist.
struct InputEffect {
  Estimate rank_correlation, partial_rank_correlation;  ///< bootstrap
  Estimate first_order, xi;                             ///< subsampling
  HalvedSpread halved;                                  ///< bootstrap
};

/// Of all inputs on one output.
struct OutputEffects {
  double quantile = 0;  ///< of the output as it is
  std::vector<InputEffect> inputs;
};

/// Inputs and outputs are columns of the same n samples, n >= 3, all finite. The measures do not
/// depend on units, so that large and small numbers do as well. With the same samples and settings
/// the same effects come out.
std::vector<OutputEffects> effects_of(const std::vector<std::vector<double>>& inputs,
                                      const std::vector<std::vector<double>>& outputs,
                                      const EffectSettings& settings);

}  // namespace montecopter::inference
