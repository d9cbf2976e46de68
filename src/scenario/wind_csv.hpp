#pragma once
/// Measured winds from CSV files.

#include <string>

#include "dynamics/winds/time_series.hpp"
#include "scenario/report.hpp"

namespace montecopter {

/// Reads `wind.file` (relative to base_dir) into `rows`, and empties `file`: the wind is then
/// self-contained. Format: the header t_s,north_m_s,east_m_s,down_m_s, then one line of four
/// numbers per row, in ascending time. Problems go to the report, below `path`.
void read_wind_file(TimeSeriesWind& wind, const std::string& path, const std::string& base_dir,
                    Report& report);

}  // namespace montecopter
