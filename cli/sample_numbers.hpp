#pragma once
/// Lists of samples in options: `3`, `3,17`, `40..45`, or any combination.

#include <cstdint>
#include <string>
#include <vector>

namespace montecopter::cli {

/// The numbers of such texts, ascending, each once, all in [0, last]. Error(usage) that names the
/// option.
std::vector<std::int64_t> sample_numbers(const std::string& option,
                                         const std::vector<std::string>& texts, std::int64_t last);

}  // namespace montecopter::cli
