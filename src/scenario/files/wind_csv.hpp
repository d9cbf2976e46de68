#pragma once
/// Measured winds from CSV files.

#include <string>

#include "dynamics/winds/wind.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// For a wind with a table, reads `file` (relative to base_dir), if there is one, into `rows`, and
/// empties `file`: the wind is then self-contained. Format: the type's header, then a line of
/// numbers per row. Problems go to the report, below `path`.
void read_wind_file(Wind& wind, const std::string& path, const std::string& base_dir,
                    Report& report);

}  // namespace montecopter
