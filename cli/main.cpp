/// montecopter: load a scenario -> plan it -> simulate -> record -> summarise -> compare.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>

#include "base/identity.hpp"
#include "base/ieee.hpp"
#include "commands.hpp"
#include "stack.hpp"
#include "streams.hpp"
#include "usage.hpp"
#include "words.hpp"

namespace {

using montecopter::Error;
using montecopter::ExitCode;

/// The one place that tells the user what went wrong.
int fail(ExitCode code, const std::string& message) {
  montecopter::cli::remark(message + "\n");
  return static_cast<int>(code);
}

/// Reads the command line and does what it asks for.
int run_command(CLI::App& app, int argc, char** argv, const ExitCode& exit_code) {
  try {
    app.parse(argc, argv);
    return static_cast<int>(exit_code);
  } catch (const CLI::Success& asked) {  // --help, --version
    std::ostringstream text;
    const int code = app.exit(asked, text, text);
    montecopter::cli::answer(text.str());
    return code;
  } catch (const CLI::ParseError& error) {
    return fail(ExitCode::usage, montecopter::cli::usage_message(app, error));
  }
}

int run_program(int argc, char** argv) {
  montecopter::set_ieee_arithmetic();
  montecopter::cli::open_standard_streams();
  CLI::App app{
      "Monte-Carlo flight simulation of multirotors and small helicopters.\n"
      "One TOML scenario in, one HDF5 result file out; the same bits everywhere."};
  app.name("montecopter");
  app.set_version_flag("--version", std::string("montecopter ") + montecopter::build_name);
  app.require_subcommand(1);
  app.footer(
      montecopter::cli::exit_code_text() +
      "\n`montecopter COMMAND --help` explains a command, `montecopter models` the keys of a "
      "scenario.");
  ExitCode exit_code = ExitCode::ok;
  montecopter::cli::add_run(app, exit_code);
  montecopter::cli::add_check(app, exit_code);
  montecopter::cli::add_diff(app, exit_code);
  montecopter::cli::add_stats(app, exit_code);
  montecopter::cli::add_export(app, exit_code);
  montecopter::cli::add_vehicle(app, exit_code);
  montecopter::cli::add_linearize(app, exit_code);
  montecopter::cli::add_trim(app, exit_code);
  montecopter::cli::add_converge(app, exit_code);
  montecopter::cli::add_sensors(app, exit_code);
  montecopter::cli::add_verify(app, exit_code);
  montecopter::cli::add_models(app, exit_code);
  montecopter::cli::add_schema(app, exit_code);
  montecopter::cli::add_completions(app, exit_code);
  montecopter::cli::add_man(app, exit_code);
  try {
    const int result = run_command(app, argc, argv, exit_code);
    montecopter::cli::flush_answers();
    return result;
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const montecopter::cli::ReaderWentAway&) {
    montecopter::cli::end_as_by_sigpipe();
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::io, "error: out of memory. Lower --threads or trace fewer samples.");
  } catch (const std::exception& error) {
    return fail(ExitCode::internal, std::string("internal error: ") + error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  return montecopter::cli::with_ample_stack([&] { return run_program(argc, argv); });
}
