#pragma once
/// Results of the checks, for people and for programs.

#include <span>
#include <string>

#include "verify/verify.hpp"

namespace montecopter::verify {

/// Checks that passed and that failed.
struct Tally {
  int passed = 0, failed = 0;
};
Tally count(std::span<const GroupResult> results);

/// A table with a line for each check, the details of failures, and a last line with the counts.
std::string report_text(std::span<const GroupResult> results);
std::string report_json(std::span<const GroupResult> results, const Kernel& kernel);

/// The groups with their descriptions.
std::string groups_text();
std::string groups_json();

}  // namespace montecopter::verify
