#pragma once
/// Shortened names that stay distinguishable.

#include <cstddef>
#include <string>
#include <vector>

namespace montecopter::report {

/// Shortens each name to at most `most` characters; different names stay different. The common
/// beginning (whole parts of a path) is dropped first, then the middle: the differing parts stay.
std::vector<std::string> distinct_labels(const std::vector<std::string>& names, std::size_t most);

}  // namespace montecopter::report
