#pragma once
/// Sensitivity of metrics to dispersed inputs, and the inputs that separate failed samples from ok
/// samples. The columns of a result file go to core/statistics/input_effects.hpp.
/// docs/sensitivity-methods.md defines the numbers.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/statistics/input_effects.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

/// Fewer samples give no useful estimate: 20 uncorrelated samples reach a correlation of 0.44.
inline constexpr std::int64_t least_samples = 20;

/// An input with several values in the flown samples.
struct VaryingInput {
  std::string name;  ///< without the "in_" of the dataset
  std::string unit;
  double mean = 0, sd = 0;
};

/// Two significantly correlated inputs: the measures of each contain effects of the other.
struct CorrelatedInputs {
  std::size_t a = 0, b = 0;  ///< indices in GroupSensitivity::inputs
  double rank_correlation = 0;
};

struct MetricSensitivity {
  std::string name, unit;
  std::int64_t samples = 0;         ///< ok, with a finite value
  std::int64_t without_number = 0;  ///< ok, without a finite value
  /// Whether the spread is at most round-off (results/summarise/round_off.hpp). Then, and with too
  /// few samples, there are no effects.
  bool is_constant = false, is_exactly_constant = false;
  statistics::OutputEffects effects;       ///< in the order of GroupSensitivity::inputs
  std::vector<std::size_t> by_importance;  ///< inputs, significant effects first
  std::vector<bool> beyond_chance;         ///< whether the effect of an input is significant

  bool has_effects() const { return !by_importance.empty(); }
};

struct FailureSeparation {
  std::size_t input = 0;  ///< index in GroupSensitivity::inputs
  /// Probability that a failed sample has a larger value than an ok sample.
  statistics::Estimate auc;
  double median_failed = 0, median_ok = 0;
  bool beyond_chance = false;
};

/// A point of a sweep, or all samples.
struct GroupSensitivity {
  Group group;
  std::int64_t ok = 0, failed = 0;
  std::int64_t without_input = 0;  ///< flown, but excluded: an input is not finite
  std::vector<VaryingInput> inputs;
  std::vector<CorrelatedInputs> correlated;  ///< strongest correlation first
  std::vector<MetricSensitivity> metrics;
  std::vector<FailureSeparation> failures;  ///< AUC farthest from 1/2 first; empty if none failed
};

struct Sensitivity {
  std::string scenario;
  statistics::EffectSettings settings;
  bool is_sweep = false;
  std::vector<GroupSensitivity> groups;
};

/// Sensitivity of the metrics and points that `summary` has kept. Error(usage) if no input varies
/// or fewer than least_samples samples were flown.
Sensitivity sensitivity(const record::ResultFile& file, const Samples& samples,
                        const Summary& summary, const statistics::EffectSettings& settings);

}  // namespace montecopter
