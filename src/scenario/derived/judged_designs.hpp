#pragma once
/// Designs whose requirements can be judged with a confidence.

#include <cstdint>

namespace montecopter {

/// Smallest number of repetitions of a design whose samples are not independent. Fewer leave
/// Student's t too few degrees of freedom.
inline constexpr std::int64_t least_judged_replicates = 5;

}  // namespace montecopter
