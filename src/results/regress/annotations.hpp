#pragma once
/// Findings as workflow commands of GitHub Actions (docs.github.com, "Workflow commands for GitHub
/// Actions"). GitHub shows them in the list of a run and at the lines of a pull request.

#include <functional>
#include <string>

#include "results/regress/report.hpp"

namespace montecopter::regress {

/// Largest number of annotations: GitHub shows ten for each step.
inline constexpr std::size_t most_annotations = 10;

/// The summary, then the first findings that are not the same. Errors of a scenario are shown at
/// their places, and changed values at their keys, also in included files. All else is shown at the
/// line that begins with `schema`. Paths are relative to the root of the repository. Each takes one
/// line.
/// `scenario_of` gives the path of a case.
std::string annotations(const Findings& findings,
                        const std::function<std::string(const Examination&)>& scenario_of);

}  // namespace montecopter::regress
