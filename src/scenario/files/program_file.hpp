#pragma once
/// Files of an external program in the loop: they are found and hashed here, and never run.

#include <string>

#include "scenario/text/report.hpp"

namespace montecopter {

struct Controller;

/// Finds the files of a scenario's external program, if its controller is one, and sets their
/// SHA-256 if the scenario does not give it. Relative names are relative to the file that contains
/// them: to `base_dir` in the scenario itself, to the working folder in an override. Problems go to
/// the report. An unreadable file is an error only if the SHA-256 is not given, so that a result
/// can be inspected without the file.
void find_program(Controller& controller, const std::string& base_dir,
                  const std::string& scenario_file, Report& report);

/// Throws Error(usage) unless the program exists and has the SHA-256 in the scenario.
void require_program(const Controller& controller, const std::string& where);

}  // namespace montecopter
