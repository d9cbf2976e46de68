#pragma once
/// The commands: each registers itself with its options and sets the exit code when it runs.
///
/// The type name of an option is what help, man page and completions show and offer: "a|b|c" these
/// words; "FILE.toml", "FILE.h5", "FILE.csv" such files; "PATH=VALUE" keys of a scenario;
/// "KIND[/TYPE]" sections of its reference; "N", "X" a number; "NAME..." what only a result file
/// knows; anything else any file.

#include <CLI/App.hpp>

#include "base/error.hpp"

namespace montecopter::cli {

void add_run(CLI::App& app, ExitCode& exit_code);
void add_check(CLI::App& app, ExitCode& exit_code);
void add_diff(CLI::App& app, ExitCode& exit_code);
void add_stats(CLI::App& app, ExitCode& exit_code);
void add_export(CLI::App& app, ExitCode& exit_code);
void add_vehicle(CLI::App& app, ExitCode& exit_code);
void add_linearize(CLI::App& app, ExitCode& exit_code);
void add_trim(CLI::App& app, ExitCode& exit_code);
void add_converge(CLI::App& app, ExitCode& exit_code);
void add_sensors(CLI::App& app, ExitCode& exit_code);
void add_verify(CLI::App& app, ExitCode& exit_code);
void add_models(CLI::App& app, ExitCode& exit_code);
void add_schema(CLI::App& app, ExitCode& exit_code);
void add_completions(CLI::App& app, ExitCode& exit_code);
void add_man(CLI::App& app, ExitCode& exit_code);

}  // namespace montecopter::cli
