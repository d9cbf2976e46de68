/// The commands of the whole program, in the order of its help: that of a user's work.

#include "commands.hpp"

namespace montecopter::cli {

void add_commands(Program& program) {
  program.add("Fly",
              {new_command(), check_command(), plan_command(), run_command(), replay_command()});
  program.add("Read a result", {stats_command(), requirements_command(), report_command(),
                                sensitivity_command(), export_command()});
  program.add("Compare results", {diff_command(), compare_command()});
  program.add("Keep a golden", {regress_command(), bless_command()});
  program.add(
      "Design a vehicle",
      {vehicle_command(), trim_command(), linearize_command(), margins_command(), tune_command(),
       edge_command(), contain_command(), rare_command(), worst_command(), bands_command()});
  program.add("Take over from other programs and real flights",
              {import_command(), log_command(), fit_command(), validate_command()});
  program.add("Know the models", {explain_command(), wind_command(), sensors_command(),
                                  converge_command(), verify_command()});
  program.add("Seldom needed", {merge_command(), fsck_command(), annotate_command(),
                                tolerance_command(), schema_command()});
  program.add("Seldom needed", {completions_command(program), man_command(program)});
}

}  // namespace montecopter::cli
