#pragma once
/// The commands: each registers itself with its options and sets the exit code when it runs.

#include <CLI/App.hpp>

#include "base/error.hpp"

namespace montecopter::cli {

void add_run(CLI::App& app, ExitCode& exit_code);
void add_check(CLI::App& app, ExitCode& exit_code);
void add_diff(CLI::App& app, ExitCode& exit_code);

}  // namespace montecopter::cli
