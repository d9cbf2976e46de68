#pragma once
/// Outputs of `rare --json` and `worst --json` about the scenario of a result.

#include <string>

namespace montecopter::report {

/// HTML of one answer: its numbers and its picture. `name` is the name of the file that holds
/// `json`, `number` tells the pictures of a page apart. Error(usage) if it is neither answer;
/// Error(refused) if it belongs to another scenario than `resolved`, the scenario of the result.
std::string search_html(const std::string& json, const std::string& name,
                        const std::string& resolved, std::size_t number);

}  // namespace montecopter::report
