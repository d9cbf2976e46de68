#pragma once
/// The files of a program of the user's in the loop: they are found and hashed, and never run.

#include <string>

#include "scenario/text/report.hpp"

namespace montecopter {

struct Controller;

/// Finds the files by which a scenario names its program, if its controller is one, and says their
/// SHA-256 where the scenario does not. Relative names are relative to the file that has them: to
/// `base_dir` in the scenario itself, to the working folder in an override. Problems go to the
/// report: a file that cannot be read is an error only where the SHA-256 is not given, so that a
/// result can be looked at without it.
void find_program(Controller& controller, const std::string& base_dir,
                  const std::string& scenario_file, Report& report);

/// Throws Error(usage) unless the program is there and has the SHA-256 that the scenario says.
void require_program(const Controller& controller, const std::string& where);

}  // namespace montecopter
