#pragma once
/// Enforces the meaning of `ok`: every number of the sample is finite, or missing where that is
/// allowed. BlockFlyer calls mark_infinite() when the columns of a block are filled, before
/// requirements are judged.

#include <cstdint>
#include <vector>

#include "plan/layout.hpp"

namespace montecopter {

/// Columns and rows of a block that need not be read again: the kernel found them finite as it
/// stored them.
struct KnownFinite {
  std::vector<bool> columns, rows;
  bool at(std::size_t column, std::size_t row) const { return columns[column] && rows[row]; }
};

/// Changes the status `ok` to `diverged` for samples that hold a number that is not finite. Their
/// state stayed finite, but its squares or its conversion to float did not. Returns the number of
/// changed samples.
std::int64_t mark_infinite(const Layout& layout, const KnownFinite& known, Block& block);

}  // namespace montecopter
