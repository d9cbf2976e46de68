#pragma once
/// Which dispersed input of a finished campaign matters for which metric, and what separates the
/// samples that failed from the others: the columns of a result file handed to
/// core/statistics/input_effects.hpp. docs/sensitivity-methods.md says what the numbers mean.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/statistics/input_effects.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

/// Fewer samples are too few for an estimate of use: chance alone correlates 20 by 0.44.
inline constexpr std::int64_t least_samples = 20;

/// An input that has several values in the samples that were flown.
struct VaryingInput {
  std::string name;  ///< without the "in_" of the dataset
  std::string unit;
  double mean = 0, sd = 0;
};

/// Two inputs that are correlated beyond what chance gives: measures of the one are in part those
/// of the other.
struct CorrelatedInputs {
  std::size_t a = 0, b = 0;  ///< of GroupSensitivity::inputs
  double rank_correlation = 0;
};

struct MetricSensitivity {
  std::string name, unit;
  std::int64_t samples = 0;         ///< ok, with a finite number
  std::int64_t without_number = 0;  ///< ok, without
  /// Spread by no more than round-off (results/summarise/round_off.hpp): then, and with too few
  /// samples, there are no effects.
  bool is_constant = false, is_exactly_constant = false;
  statistics::OutputEffects effects;       ///< in the order of GroupSensitivity::inputs
  std::vector<std::size_t> by_importance;  ///< inputs, those with significant effects first
  std::vector<bool> beyond_chance;         ///< whether the effect of an input is significant

  bool has_effects() const { return !by_importance.empty(); }
};

struct FailureSeparation {
  std::size_t input = 0;  ///< of GroupSensitivity::inputs
  /// Probability that a failed sample has a larger value than one that is ok.
  statistics::Estimate auc;
  double median_failed = 0, median_ok = 0;
  bool beyond_chance = false;
};

/// A point of a sweep, or all samples.
struct GroupSensitivity {
  Group group;
  std::int64_t ok = 0, failed = 0;
  std::int64_t without_input = 0;  ///< flown, but an input is no finite number: left out of all
  std::vector<VaryingInput> inputs;
  std::vector<CorrelatedInputs> correlated;  ///< the strongest first
  std::vector<MetricSensitivity> metrics;
  std::vector<FailureSeparation> failures;  ///< the farthest from 1/2 first; empty if none failed
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
