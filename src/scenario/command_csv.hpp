#pragma once
/// Command tables from CSV files.

#include <string>

#include "dynamics/controllers/command_table.hpp"
#include "scenario/report.hpp"

namespace montecopter {

/// Reads `table.file` (relative to base_dir) into `rows` and `time`, and empties `file`: the table
/// is then self-contained. Format: a header line whose first name is t_s or step, then one line of
/// comma-separated numbers per row, as many as the header has names. Problems go to the report.
void read_command_file(CommandTable& table, const std::string& base_dir, Report& report);

}  // namespace montecopter
