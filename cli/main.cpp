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
///      (core/base/error.hpp); anything else that is thrown is a mistake of ours, exit code 70.
/// run.cpp reads like the sentence above and is the command to begin with.

#include <cstdio>
#include <exception>
#include <string>

#include "colour.hpp"
#include "commands.hpp"
#include "core/base/identity.hpp"
#include "core/base/ieee.hpp"
#include "option_text.hpp"
#include "process_guard.hpp"
#include "stack.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

/// The one place that reports to the user what went wrong.
int fail(ExitCode code, const std::string& message) {
  remark(message + "\n");
  return static_cast<int>(code);
}

/// What every command takes.
struct CommonOptions {
  std::string colour = "auto";
  bool quiet = false;

  Options options() {
    return {
        {"--color", &colour,
         "Colour of verdicts, warnings and errors; auto: on a terminal, unless NO_COLOR is set",
         "auto|always|never"},
        {"-q,--quiet", &quiet, "Print nothing but errors; the exit code says the rest"},
    };
  }
  void follow() const {
    choose_colours(colour);
    if (quiet) be_quiet();
  }
};

Program whole_program(CommonOptions& manners) {
  Program program{
      .name = "montecopter",
      .doc =
          "Monte-Carlo flight simulation of multirotors and small helicopters.\n"
          "One TOML scenario in, one HDF5 result file out; the same bits everywhere.",
      .version = std::string("montecopter ") + build_name,
      .footer = exit_code_text() +
                "\n`montecopter COMMAND --help` explains a command, `montecopter explain` the keys "
                "of a scenario.",
      .everywhere = manners.options(),
      .prepare = [&manners] { manners.follow(); },
  };
  program.add("Fly", {run_command(), check_command(), plan_command(), new_command(),
                      replay_command(), merge_command(), fsck_command(), annotate_command()});
  program.add("Look", {stats_command(), report_command(), export_command(), sensitivity_command(),
                       log_command()});
  program.add("Judge", {requirements_command(), edge_command(), regress_command(), bless_command(),
                        validate_command()});
  program.add("Compare", {diff_command(), compare_command(), tolerance_command()});
  program.add("Vehicles", {vehicle_command(), trim_command(), linearize_command(),
                           margins_command(), tune_command(), wind_command(), sensors_command(),
                           converge_command(), import_command(), fit_command()});
  program.add("Program", {verify_command(), explain_command(), schema_command()});
  return program;
}

int run_program(int argc, char** argv) {
  set_ieee_arithmetic();
  open_standard_streams();
  try {
    choose_colours("auto");  // for mistakes in the command line
    CommonOptions manners;
    Program program = whole_program(manners);
    program.add("Program", {completions_command(program), man_command(program)});
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

/// A thread that a controller library ends never gets to mark_end().
int run_to_the_end(int argc, char** argv) {
  const int code = run_program(argc, argv);
  mark_end(code);
  return code;
}

}  // namespace
}  // namespace montecopter::cli

int main(int argc, char** argv) {
  using namespace montecopter::cli;
  return with_ample_stack([&] { return run_to_the_end(argc, argv); });
}
