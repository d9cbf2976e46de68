/// montecopter: load a scenario -> plan it -> simulate -> record -> summarise -> compare.
///
/// main() sees to a stack that is large enough, whatever `ulimit -s` says (stack.hpp).
/// run_program() then, in this order,
///   1. sets the floating-point environment that all results assume (set_ieee_arithmetic()), and
///      makes sure that the standard streams are open;
///   2. puts the commands together, each a Command of a file of its own (commands.hpp): name,
///      options as data, and the function to run. Help, man page, completions and near names follow
///      from them;
///   3. lets run() (command_line.hpp) parse the arguments and call one command;
///   4. makes an exit code of what came back or was thrown. An Error brings its own
///      (base/error.hpp); anything else that is thrown is a mistake of ours, exit code 70.
/// run.cpp reads like the sentence above and is the command to begin with.

#include <cstdio>
#include <exception>
#include <string>

#include "base/identity.hpp"
#include "base/ieee.hpp"
#include "commands.hpp"
#include "option_text.hpp"
#include "stack.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

/// The one place that tells the user what went wrong.
int fail(ExitCode code, const std::string& message) {
  remark(message + "\n");
  return static_cast<int>(code);
}

Program whole_program() {
  return {
      .name = "montecopter",
      .doc =
          "Monte-Carlo flight simulation of multirotors and small helicopters.\n"
          "One TOML scenario in, one HDF5 result file out; the same bits everywhere.",
      .version = std::string("montecopter ") + build_name,
      .footer = exit_code_text() +
                "\n`montecopter COMMAND --help` explains a command, `montecopter explain` the keys "
                "of a scenario.",
      .commands = {run_command(),      check_command(),       plan_command(),
                   diff_command(),     stats_command(),       requirements_command(),
                   edge_command(),     sensitivity_command(), compare_command(),
                   report_command(),   export_command(),      replay_command(),
                   regress_command(),  tolerance_command(),   bless_command(),
                   vehicle_command(),  linearize_command(),   trim_command(),
                   converge_command(), sensors_command(),     verify_command(),
                   explain_command(),  schema_command()},
  };
}

int run_program(int argc, char** argv) {
  set_ieee_arithmetic();
  open_standard_streams();
  Program program = whole_program();
  program.commands.push_back(completions_command(program));
  program.commands.push_back(man_command(program));
  try {
    const ExitCode code = run(program, argc, argv);
    flush_answers();
    return static_cast<int>(code);
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const ReaderWentAway&) {
    end_as_by_sigpipe();
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::io, "error: out of memory. Lower --threads or trace fewer samples.");
  } catch (const std::exception& error) {
    return fail(ExitCode::internal, std::string("internal error: ") + error.what());
  }
}

}  // namespace
}  // namespace montecopter::cli

int main(int argc, char** argv) {
  using namespace montecopter::cli;
  return with_ample_stack([&] { return run_program(argc, argv); });
}
