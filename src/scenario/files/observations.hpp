#pragma once
/// Observations of empirical distributions from CSV files.

#include <string>

#include "dynamics/distributions/empirical.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Reads `file` (relative to base_dir) of the dispersion at `path` into `values`, and empties
/// `file` and `column`: the distribution is then self-contained. Format: one line per observation,
/// after a header line of column names. A file of one column may omit the header if `column` is not
/// given. Problems go to the report.
void read_observations(EmpiricalDistribution& empirical, const std::string& path,
                       const std::string& base_dir, Report& report);

}  // namespace montecopter
