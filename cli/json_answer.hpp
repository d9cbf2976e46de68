#pragma once
/// The envelope of every JSON answer. A command with --json prints one object, whatever happens:
///
///   montecopter  version of the program
///   command      name of the command
///   schema       version of the form of these answers; new members do not change it
///   warnings     warnings, as texts
///   ...          members of the command (`montecopter schema --output COMMAND` describes them)
///   error        only if the command failed: where, what, why, suggestion and exit_code of the
///   first
///                problem, and all problems

#include <functional>
#include <string>

#include "core/base/error.hpp"

namespace montecopter::cli {

/// Version of the form of JSON answers.
inline constexpr int output_schema = 1;

/// Calls `run`, collects its answer, and prints it in the envelope. Errors are thrown on.
ExitCode answer_as_json(const std::string& command, const std::function<ExitCode()>& run);

}  // namespace montecopter::cli
