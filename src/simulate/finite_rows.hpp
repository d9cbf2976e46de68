#pragma once
/// What `ok` promises: every number of the sample is finite, or missing where it may be. BlockFlyer
/// calls mark_infinite() when the columns of a block are filled, before requirements are judged.

#include <cstdint>
#include <vector>

#include "plan/layout.hpp"

namespace montecopter {

/// What need not be read again, since the kernel has found it finite as it stored it: these columns
/// in these rows of a block.
struct KnownFinite {
  std::vector<bool> columns, rows;
  bool at(std::size_t column, std::size_t row) const { return columns[column] && rows[row]; }
};

/// Makes `diverged` of samples with the status ok that hold a number that is not finite: the state
/// stayed finite, but squares of it, or a float, may not. Returns how many they are.
std::int64_t mark_infinite(const Layout& layout, const KnownFinite& known, Block& block);

}  // namespace montecopter
