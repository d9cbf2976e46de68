/// montecopter: load a scenario -> plan it -> simulate -> record -> summarise -> compare.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/ieee.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "commands.hpp"
#include "streams.hpp"

namespace {

using montecopter::Error;
using montecopter::ExitCode;

/// The one place that tells the user what went wrong.
int fail(ExitCode code, const std::string& message) {
  montecopter::cli::remark(message + "\n");
  return static_cast<int>(code);
}

/// What CLI11 says, except that it does not name an unknown command.
std::string describe(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  if (!commands.empty()) {
    return std::string("error: ") + error.what() + ". Try `montecopter " +
           commands.front()->get_name() + " --help`.";
  }
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::vector<std::string> extras = app.remaining();
  const std::string what = extras.empty() || extras.front().empty() || extras.front()[0] == '-'
                               ? "a command is needed"
                               : "unknown command '" + extras.front() + "'";
  return "error: " + what + ". Use " + montecopter::join(names, " or ") +
         "; try `montecopter --help`.";
}

/// Reads the command line and does what it asks for.
int run_command(CLI::App& app, int argc, char** argv, const ExitCode& exit_code) {
  try {
    app.parse(argc, argv);
    return static_cast<int>(exit_code);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return fail(ExitCode::usage, describe(app, error));
  }
}

}  // namespace

int main(int argc, char** argv) {
  montecopter::set_ieee_arithmetic();
  montecopter::cli::open_standard_streams();
  CLI::App app{
      "Monte-Carlo flight simulation of multirotors and small helicopters.\n"
      "One TOML scenario in, one HDF5 result file out; the same bits everywhere."};
  app.name("montecopter");
  app.set_version_flag("--version", std::string("montecopter ") + montecopter::version);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 yes, 1 no (differs), 2 usage or scenario, 3 refused, 5 too many failed\n"
      "samples, 6 I/O, 70 internal, 130/143 interrupted (run again to resume).\n"
      "`montecopter COMMAND --help` explains a command.");
  ExitCode exit_code = ExitCode::ok;
  montecopter::cli::add_run(app, exit_code);
  montecopter::cli::add_check(app, exit_code);
  montecopter::cli::add_diff(app, exit_code);
  try {
    const int result = run_command(app, argc, argv, exit_code);
    montecopter::cli::flush_answers();
    return result;
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::io, "error: out of memory. Lower --threads or trace fewer samples.");
  } catch (const std::exception& error) {
    return fail(ExitCode::internal, std::string("internal error: ") + error.what());
  }
}
