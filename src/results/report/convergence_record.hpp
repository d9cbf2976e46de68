#pragma once
/// Output of `montecopter converge --json` about the scenario of a result, for its record.

#include <string>

namespace montecopter::report {

/// HTML of the errors at all steps. `name` is the name of the file that holds `json`. Error(usage)
/// if it is not an output of `converge --json`; Error(refused) if it belongs to another scenario
/// than `resolved`, the scenario of the result.
std::string convergence_html(const std::string& json, const std::string& name,
                             const std::string& resolved);

}  // namespace montecopter::report
