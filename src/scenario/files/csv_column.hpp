#pragma once
/// One column of numbers of a CSV file: the values of a sweep, the observations of a distribution.

#include <optional>
#include <string>
#include <vector>

#include "scenario/text/report.hpp"

namespace montecopter {

/// Place at which a scenario names a file and a column of it.
struct CsvColumn {
  std::string path;       ///< path of the table that names both, for problems
  std::string file;       ///< as written; looked for from base_dir
  std::string column;     ///< empty: the file has one column
  const char* what = "";  ///< content of the file, for problems: "observations"
};

/// The numbers of the column. The first line names the columns; a file of one column may do
/// without. Every row has as many cells as the first line. nullopt: a problem was reported.
std::optional<std::vector<double>> read_csv_column(const CsvColumn& wanted,
                                                   const std::string& base_dir, Report& report);

}  // namespace montecopter
