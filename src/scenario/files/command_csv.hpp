#pragma once
/// Command tables and set-points from CSV files.

#include <string>

#include "dynamics/controllers/timed_rows.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Reads `table.file` (relative to base_dir) into `rows` and `time`, and empties `file`: the table
/// is then self-contained. Format: a header line whose first name is t_s or step, then one line of
/// comma-separated numbers per row, as many as the header has names. Problems go to the report.
/// `table_path`: place of the table in the scenario; `names`: example of the column names.
void read_command_file(TimedRows& table, const std::string& table_path, const std::string& names,
                       const std::string& base_dir, Report& report);

}  // namespace montecopter
