#pragma once
/// Resolved scenarios in the results of earlier builds. A scenario that somebody writes is refused
/// with the new names of what was renamed (core/fields/renamed.hpp); one that is in a result cannot
/// be corrected, and is read as if it had them.

#include <string>
#include <string_view>

namespace montecopter {

/// A resolved text, one that the program wrote, with the names of today: keys, paths in quotes,
/// metrics that requirements judge or margins are of, and functions of formulas.
std::string text_of_today(std::string_view resolved);

}  // namespace montecopter
