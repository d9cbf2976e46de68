#pragma once
/// Long names in little room, such that they can be told apart.

#include <cstddef>
#include <string>
#include <vector>

namespace montecopter::report {

/// Each name in at most `most` characters, no two alike unless the names are. What all of them
/// begin with (whole parts of a path) goes first, then the middle: the parts that differ stay.
std::vector<std::string> distinct_labels(const std::vector<std::string>& names, std::size_t most);

}  // namespace montecopter::report
