#pragma once
/// Which dispersed input of a finished campaign matters for which metric, where the samples were
/// laid out to tell (monte_carlo.design = "saltelli", "morris", "one_at_a_time"). Where they were
/// not, see sensitivity.hpp. docs/sensitivity-methods.md says what the numbers mean.

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
  std::vector<double> at_quantiles;  ///< those of DesignedSensitivity
};

/// A point of a sweep, or all samples.
struct DesignedGroup {
  Group group;
  std::int64_t ok = 0, failed = 0, not_flown = 0;
  std::vector<DesignedMetric> metrics;
};

struct DesignedSettings {
  statistics::EffectSettings effects;
  double most_deleted = 0.1;  ///< share of what findings are made of
};

struct DesignedSensitivity {
  std::string scenario, design;
  DesignStudy study = {};  ///< of the design
  Comparison comparison;
  std::int64_t comparisons = 0;   ///< at each point
  std::vector<double> quantiles;  ///< of a design that has them
  DesignedSettings settings;
  bool is_sweep = false;
  std::vector<DesignedInput> inputs;
  std::vector<DesignedGroup> groups;
};

/// Sensitivity of the metrics and points that `summary` has kept; `plan` is that of the scenario in
/// the file, whose design compares samples. Error(refused) if the file holds chosen samples only,
/// Error(usage) if there are too few.
DesignedSensitivity designed_sensitivity(const record::ResultFile& file, const Samples& samples,
                                         const Summary& summary, const Plan& plan,
                                         const DesignedSettings& settings);

}  // namespace montecopter
