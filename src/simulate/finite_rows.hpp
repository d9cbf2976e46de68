#pragma once
/// What `ok` promises: every number of the sample is finite, or missing where it may be.

#include <cstdint>

#include "plan/layout.hpp"

namespace montecopter {

/// Makes `diverged` of samples with the status ok that hold a number that is not finite: the state
/// stayed finite, but squares of it, or a float, may not. Returns how many they are.
std::int64_t mark_infinite(const Layout& layout, Block& block);

}  // namespace montecopter
