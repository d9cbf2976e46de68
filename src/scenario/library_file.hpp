#pragma once
/// The shared library of a controller of the user's own, as a file: it is hashed and never loaded,
/// for that would run it.

#include <string>

#include "dynamics/controllers/library.hpp"
#include "scenario/report.hpp"

namespace montecopter {

/// Finds the library that a scenario names, and says its SHA-256 where the scenario does not.
/// Relative names are relative to the file that has them: to `base_dir` in the scenario itself, to
/// the working folder in an override. Problems go to the report: one that cannot be read is an
/// error only where its SHA-256 is not given, so that a result can be looked at without it.
void find_library(LibraryController& controller, const std::string& base_dir,
                  const std::string& scenario_file, Report& report);

/// Throws Error(usage) unless the library is there and has the SHA-256 that the scenario says.
void require_library(const LibraryController& controller, const std::string& where);

}  // namespace montecopter
