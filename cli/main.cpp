/// montecopter: load a scenario -> plan it -> simulate -> record -> summarise -> compare.
///
/// main() provides a large enough stack whatever the limit of `ulimit -s` is (stack.hpp). Then
/// run_program() has four steps:
///
///   1. It sets the floating-point environment that all results assume (set_ieee_arithmetic()), and
///      makes sure that the standard streams are open.
///   2. It collects the commands, each a Command from its own file (commands.hpp): its name, its
///      options as data, and its function. Help, man page, completions and near names follow from
///      these data.
///   3. It lets run() (command_line.hpp) parse the arguments and call one command.
///   4. It turns the return value or the exception into an exit code. An Error has its own
///      (core/base/error.hpp). Any other exception is a bug of the program: exit code 70.
///
/// Begin with run.cpp: its code follows the first line above.

#include <cstdio>
#include <exception>
#include <string>
#include <system_error>

#include "build_information.hpp"
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

/// Reports an error to the user; nothing else does.
int fail(ExitCode code, const std::string& message) {
  remark(message + "\n");
  return static_cast<int>(code);
}

/// Options of every command.
struct CommonOptions {
  std::string colour = "auto";
  bool quiet = false;

  Options options() {
    return {
        {"--color", &colour,
         "Colour of verdicts, warnings and errors; auto: on a terminal, unless NO_COLOR is set",
         "auto|always|never"},
        {"-q,--quiet", &quiet, "Print errors only; the exit code gives the answer"},
    };
  }
  void follow() const {
    choose_colours(colour);
    if (quiet) be_quiet();
  }
};

Program empty_program(CommonOptions& common) {
  Program program{
      .name = "montecopter",
      .doc =
          "Monte-Carlo flight simulation of multirotors and small helicopters.\n"
          "One TOML scenario in, one HDF5 result file out; the same bits everywhere.",
      .version = std::string("montecopter ") + build_name,
      .footer = exit_code_text() +
                "\n`montecopter COMMAND --help` explains a command, `montecopter explain` the keys "
                "of a scenario.",
      .everywhere = common.options(),
      .prepare = [&common] { common.follow(); },
      .version_json = build_json,
  };
  return program;
}

int run_program(int argc, char** argv) {
  set_ieee_arithmetic();
  open_standard_streams();
  try {
    choose_colours("auto");  // for mistakes in the command line
    CommonOptions common;
    Program program = empty_program(common);
    add_commands(program);
    const ExitCode code = run(program, argc, argv);
    flush_answers();
    return static_cast<int>(code);
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const ReaderWentAway&) {
    end_as_by_sigpipe();
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::io, "error: out of memory. Lower --threads or trace fewer samples.");
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again) {
      return fail(ExitCode::internal, std::string("internal error: ") + error.what());
    }
    return fail(ExitCode::io,
                "error: no thread can be started, because memory or processes are at their limit. "
                "Lower --threads.");
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
