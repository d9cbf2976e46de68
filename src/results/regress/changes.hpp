#pragma once
/// What changed between a golden and new flights, as data and as text.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/table.hpp"

namespace montecopter::regress {

/// A requirement whose verdict changed.
struct RequirementChange {
  std::string name;  ///< "tilt", or "tilt at point 3"
  std::string statement;
  std::string was, is;  ///< "met", "violated", "undecided"
  bool operator==(const RequirementChange&) const = default;
};

/// A metric whose mean moved beyond noise.
struct MetricChange {
  std::string name;  ///< "max_tilt_deg", or "max_tilt_deg at point 3"
  std::string unit;
  double was = 0, is = 0;    ///< means
  double low = 0, high = 0;  ///< 95 % interval of the difference
  double effect = 0;         ///< magnitude of the difference, in `measure`
  std::string measure;       ///< "margins" or "standard deviations"
  bool operator==(const MetricChange&) const = default;

  /// "-19 %, 95 % interval -21 % to -17 %"; in the metric's unit if the first mean is 0.
  std::string difference_text() const;
};

struct WhatChanged {
  std::vector<RequirementChange> requirements;
  std::vector<MetricChange> metrics;  ///< largest effect first
  std::int64_t unmoved = 0;           ///< other metrics that were compared
  std::int64_t ok_was = 0, ok_is = 0;
  std::string basis;                  ///< "20 pairs of samples"
  bool too_few_pairs = false;         ///< no difference could be told from noise
  std::vector<std::string> left_out;  ///< what was not compared, in sentences
  bool operator==(const WhatChanged&) const = default;

  bool is_nothing() const { return requirements.empty() && metrics.empty() && ok_was == ok_is; }
  /// The most important change in a few words; empty if there is none.
  std::string worst() const;
};

/// Several lines; empty if nothing was compared.
std::string changes_text(const WhatChanged& changes);
Json changes_json(const WhatChanged& changes);
/// Tables for Markdown and HTML; no rows if nothing changed.
Table requirements_table(const WhatChanged& changes);
Table metrics_table(const WhatChanged& changes);
/// "metrics that moved beyond noise (20 pairs of samples, largest effect first; 12 others did not)"
std::string metrics_heading(const WhatChanged& changes);

}  // namespace montecopter::regress
