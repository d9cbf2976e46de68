#pragma once
/// The commands, one file each. Their options fill a request, which the command shares.

#include "command_line.hpp"

namespace montecopter::cli {

/// Adds the commands of this build to the program, which has to outlive them.
void add_commands(Program& program);

Command run_command();
Command merge_command();
Command fsck_command();
Command annotate_command();
Command check_command();
Command plan_command();
Command new_command();
Command diff_command();
Command compare_command();
Command tolerance_command();
Command stats_command();
Command requirements_command();
Command bands_command();
Command edge_command();
Command contain_command();
Command rare_command();
Command worst_command();
Command sensitivity_command();
Command report_command();
Command export_command();
Command import_command();
Command log_command();
Command validate_command();
Command fit_command();
Command replay_command();
Command regress_command();
Command bless_command();
Command vehicle_command();
Command linearize_command();
Command margins_command();
Command tune_command();
Command trim_command();
Command wind_command();
Command converge_command();
Command sensors_command();
Command verify_command();
Command explain_command();
Command schema_command();
/// Two commands that describe the whole program.
Command completions_command(const Program& program);
Command man_command(const Program& program);

}  // namespace montecopter::cli
