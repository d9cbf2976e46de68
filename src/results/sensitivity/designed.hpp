#pragma once
/// Sensitivity of metrics to dispersed inputs, for campaigns with a sampling design for this
/// purpose (monte_carlo.design = "saltelli", "morris", "one_at_a_time"). For other designs see
/// sensitivity.hpp. docs/sensitivity-methods.md defines the numbers.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "record/reader.hpp"
#include "results/sensitivity/design_findings.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

struct DesignedMetric {
  std::string name, unit;
  /// Number of base points (Saltelli design) or of changes between two samples (other designs):
  /// used, and excluded because samples failed or have no value.
  std::int64_t used = 0, deleted = 0;
  std::string obstacle;                    ///< why there are no findings
  std::optional<DesignFindings> findings;  ///< none if there is an obstacle
  std::vector<std::size_t> by_importance;  ///< inputs, most important first
};

/// An input of the design.
struct DesignedInput {
  std::string name;  ///< without the "in_" of the column
  std::string unit;
  double median = 0;
  std::vector<double> at_quantiles;  ///< values at DesignedSensitivity::quantiles
};

/// A point of a sweep, or all samples.
struct DesignedGroup {
  Group group;
  std::int64_t ok = 0, failed = 0, not_flown = 0;
  std::vector<DesignedMetric> metrics;
};

struct DesignedSettings {
  statistics::EffectSettings effects;
  double most_deleted = 0.1;  ///< largest fraction of base points or changes that may be excluded
};

struct DesignedSensitivity {
  std::string scenario, design;
  DesignStudy study = {};  ///< traits of the design
  Comparison comparison;
  std::int64_t comparisons = 0;   ///< at each point
  std::vector<double> quantiles;  ///< empty for a design without quantiles
  DesignedSettings settings;
  bool is_sweep = false;
  std::vector<DesignedInput> inputs;
  std::vector<DesignedGroup> groups;
};

/// Sensitivity of the metrics and points that `summary` has kept. `plan` belongs to the scenario in
/// the file, whose design compares samples. Error(refused) if the file holds chosen samples only,
/// Error(usage) if there are too few samples.
DesignedSensitivity designed_sensitivity(const record::ResultFile& file, const Samples& samples,
                                         const Summary& summary, const Plan& plan,
                                         const DesignedSettings& settings);

}  // namespace montecopter
