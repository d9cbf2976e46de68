#pragma once
/// Rows of numbers from CSV files, for the tables of a scenario that may be in a file.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/csv.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Error in a header line, and its correction.
struct CsvHeaderFault {
  std::size_t column = 0;  ///< the place of the name
  std::string what, why, suggestion;
};

/// Place at which a scenario names a file of rows.
struct CsvRows {
  std::string path;       ///< path of the rows in the scenario
  std::string file;       ///< as written; looked for from base_dir
  std::string what;       ///< "command file", for problems
  std::string file_path;  ///< path of the key that names the file
  std::function<std::optional<CsvHeaderFault>(const std::vector<CsvCell>&)> check_header;
};

/// A header line, then one line of numbers per row, as many as the header has names, separated as
/// core/base/csv.hpp says. Problems go to the report, which knows afterwards where each row is
/// written. nullopt: the file cannot be read.
std::optional<std::vector<std::vector<double>>> read_csv_rows(const CsvRows& wanted,
                                                              const std::string& base_dir,
                                                              Report& report);

}  // namespace montecopter
