/// montecopter: load a scenario -> plan it -> simulate -> record -> summarise -> compare.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "base/version.hpp"
#include "commands.hpp"

namespace {

using montecopter::Error;
using montecopter::ExitCode;

/// The one place that tells the user what went wrong.
int fail(ExitCode code, const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Monte-Carlo flight simulation of multirotors and small helicopters.\n"
               "One TOML scenario in, one HDF5 result file out; the same bits everywhere."};
  app.name("montecopter");
  app.set_version_flag("--version", std::string("montecopter ") + montecopter::version);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 yes, 1 no (differs), 2 usage or scenario, 3 refused, 5 too many failed\n"
             "samples, 6 I/O, 70 internal, 130/143 interrupted (run again to resume).\n"
             "`montecopter COMMAND --help` explains a command.");
  ExitCode exit_code = ExitCode::ok;
  montecopter::cli::add_run(app, exit_code);
  montecopter::cli::add_check(app, exit_code);
  montecopter::cli::add_diff(app, exit_code);
  try {
    app.parse(argc, argv);
    return static_cast<int>(exit_code);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return fail(ExitCode::usage,
                std::string("error: ") + error.what() + "\nTry `montecopter --help`.");
  } catch (const Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::io, "error: out of memory. Lower --threads or trace fewer samples.");
  } catch (const std::exception& error) {
    return fail(ExitCode::internal, std::string("internal error: ") + error.what());
  }
}
