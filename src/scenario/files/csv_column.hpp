#pragma once
/// One column of numbers of a CSV file: the values of a sweep, the observations of a distribution.

#include <optional>
#include <string>
#include <vector>

#include "scenario/text/report.hpp"

namespace montecopter {

/// Where a scenario names a file, and the column that it takes of it.
struct CsvColumn {
  std::string path;       ///< of the table that names both, for problems
  std::string file;       ///< as written; looked for from base_dir
  std::string column;     ///< empty: the file has one column
  const char* what = "";  ///< "observations": what the file holds, for problems
};

/// The numbers of the column. The first line names the columns; a file of one column may do
/// without. Every row has as many cells as the first line. nullopt: a problem was reported.
std::optional<std::vector<double>> read_csv_column(const CsvColumn& wanted,
                                                   const std::string& base_dir, Report& report);

}  // namespace montecopter
