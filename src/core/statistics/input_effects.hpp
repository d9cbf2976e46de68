#pragma once
/// Importance of each of several random inputs for each output, from samples in which all of them
/// vary at once. The measures of rank_correlation.hpp, rank_dependence.hpp and halved_spread.hpp,
/// each with its interval (resampling.hpp).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/watch.hpp"
#include "core/statistics/rank_correlation.hpp"
#include "core/statistics/resampling.hpp"

namespace montecopter::statistics {

struct EffectSettings {
  std::size_t resamples = 200;
  double quantile = 0.95;  ///< of the output, with an input that scatters half as much
  double confidence = 0.95;
  std::uint64_t seed = 1;
  /// Columns are in memory in two blocks that take so much together, or two columns, if they are
  /// larger. The more, the less often a column is read and put into order. [byte]
  std::uint64_t memory_bytes = 1u << 30;
  int threads = 1;                   ///< the effects do not depend on it
  ByteProgress* progress = nullptr;  ///< counts resamples of two blocks of columns

  /// Columns of each of the two blocks that fit into memory, together with the data of a resample
  /// for each thread.
  std::size_t columns_at_once(std::size_t samples) const;
};

/// The output's quantile if the input scattered half as much about its mean.
struct HalvedSpread {
  Estimate quantile;  ///< NaN where samples cannot tell: `spread` is not near one half
  Estimate change;    ///< from the quantile as it is
  double effective_samples = 0;
  double spread = 0;  ///< standard deviation of the weighted input over the original one
};

/// Effect of one input on one output. NaN what does not exist.
struct InputEffect {
  Estimate rank_correlation, partial_rank_correlation;  ///< bootstrap
  Estimate first_order, xi;                             ///< subsampling
  double rank_first_order = 0;                          ///< first-order index of untied_ranks()
  HalvedSpread halved;                                  ///< bootstrap
};

/// Probability of such an effect for an input without effect. It is the smaller p-value of two
/// tests, of the rank correlation and of the first-order index of ranks, corrected for both
/// (Bonferroni).
double p_of_effect(const InputEffect& effect, std::size_t samples);

/// Effects of all inputs on one output.
struct OutputEffects {
  double quantile = 0;  ///< of the output as it is
  std::vector<InputEffect> inputs;
};

/// Columns of the same n samples, n >= 3, all finite.
struct EffectColumns {
  std::size_t inputs = 0, outputs = 0, samples = 0;
  ColumnSource input, output;
};

/// The measures do not depend on units, so that large and small numbers do as well. With the same
/// samples and settings the same effects come out, to the last bit and whatever the memory and the
/// threads.
std::vector<OutputEffects> effects_of(const EffectColumns& columns, const EffectSettings& settings);
/// Effects of columns in memory.
std::vector<OutputEffects> effects_of(const std::vector<std::vector<double>>& inputs,
                                      const std::vector<std::vector<double>>& outputs,
                                      const EffectSettings& settings);

}  // namespace montecopter::statistics
