#pragma once
/// Which dispersed input of a finished campaign matters for which metric, where the samples were
/// laid out to tell (monte_carlo.design = "saltelli", "morris", "one_at_a_time"). Where they were
/// not, see sensitivity.hpp. docs/sensitivity.md says what the numbers mean.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "inference/sobol_indices.hpp"
#include "plan/plan.hpp"
#include "record/reader.hpp"
#include "summarise/samples.hpp"
#include "summarise/statistics.hpp"
#include "summarise/summary.hpp"

namespace montecopter {

/// Of one input: changes of the metric by a step of the input, divided by the step as a share of
/// the input's distribution; and their sizes.
struct ElementaryEffects {
  SampleMoments effect, size;
};

struct MorrisFindings {
  std::vector<ElementaryEffects> inputs;
};

/// Changes of the metric from where all inputs are at their medians.
struct InputSwing {
  std::vector<SampleMoments> changes;  ///< by quantile, over repetitions
  double swing = 0;                    ///< from the lowest to the highest of them, and of no change
};

struct OneAtATimeFindings {
  SampleMoments at_medians;  ///< of the metric, over repetitions
  std::vector<InputSwing> inputs;
};

/// What a sampling design shows of a metric; inputs in the order of DesignedSensitivity::inputs.
using DesignFindings = std::variant<inference::OutputIndices, MorrisFindings, OneAtATimeFindings>;

struct DesignedMetric {
  std::string name, unit;
  /// What findings are made of, and what failed samples and samples without a number took of it:
  /// base points of a Saltelli design, elsewhere changes between two samples.
  std::int64_t used = 0, deleted = 0;
  std::string obstacle;                    ///< why there are no findings
  std::optional<DesignFindings> findings;  ///< if nothing hinders
  std::vector<std::size_t> by_importance;  ///< inputs
};

/// An input of the design.
struct DesignedInput {
  std::string name;  ///< without the "in_" of the column
  std::string unit;
  double median = 0;
  std::vector<double> at_quantiles;  ///< of one_at_a_time
};

/// A point of a sweep, or all samples.
struct DesignedGroup {
  Group group;
  std::int64_t ok = 0, failed = 0, not_flown = 0;
  std::vector<DesignedMetric> metrics;
};

struct DesignedSettings {
  inference::EffectSettings effects;
  double most_deleted = 0.1;  ///< share of what findings are made of
};

struct DesignedSensitivity {
  std::string scenario, design;
  Comparison comparison;
  std::int64_t comparisons = 0;   ///< at each point
  std::vector<double> quantiles;  ///< of one_at_a_time
  DesignedSettings settings;
  bool is_sweep = false;
  std::vector<DesignedInput> inputs;
  std::vector<DesignedGroup> groups;
};

/// Of the metrics and points that `summary` has kept; `plan` is that of the scenario in the file,
/// whose design compares samples. Error(refused) if the file holds chosen samples only,
/// Error(usage) if there are too few.
DesignedSensitivity designed_sensitivity(const record::ResultFile& file, const Samples& samples,
                                         const Summary& summary, const Plan& plan,
                                         const DesignedSettings& settings);

}  // namespace montecopter
