#pragma once
/// Designs of which requirements can be judged with a confidence.

#include <cstdint>

namespace montecopter {

/// Least repetitions of a design whose samples are not independent: fewer leave
/// Student's t next to nothing to go by.
inline constexpr std::int64_t least_judged_replicates = 5;

}  // namespace montecopter
