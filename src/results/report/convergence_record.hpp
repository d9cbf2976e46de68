#pragma once
/// What `montecopter converge --json` found about the scenario of a result, for its record.

#include <string>

namespace montecopter::report {

/// HTML of the errors of all steps. `name` is that of the file that holds `json`. Error(usage) if
/// it is no answer of `converge --json`; Error(refused) if it is about another scenario than
/// `resolved`, the scenario of the result.
std::string convergence_html(const std::string& json, const std::string& name,
                             const std::string& resolved);

}  // namespace montecopter::report
