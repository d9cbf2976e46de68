/// The commands of the whole program, in the order of its help.

#include "commands.hpp"

namespace montecopter::cli {

void add_commands(Program& program) {
  program.add("Fly", {run_command(), check_command(), plan_command(), new_command(),
                      replay_command(), merge_command(), fsck_command(), annotate_command()});
  program.add("Look", {stats_command(), report_command(), export_command(), sensitivity_command(),
                       log_command()});
  program.add("Decide", {requirements_command(), edge_command(), regress_command(), bless_command(),
                         validate_command()});
  program.add("Compare", {diff_command(), compare_command(), tolerance_command()});
  program.add("Vehicles", {vehicle_command(), trim_command(), linearize_command(),
                           margins_command(), tune_command(), wind_command(), sensors_command(),
                           converge_command(), import_command(), fit_command()});
  program.add("Program", {verify_command(), explain_command(), schema_command()});
  program.add("Program", {completions_command(program), man_command(program)});
}

}  // namespace montecopter::cli
