#pragma once
/// Which points of a sweep are checked as whole scenarios. That every value of an axis is legal by
/// itself is checked for all of them.

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/model/sweep.hpp"

namespace montecopter {

enum class PointChecks {
  drawn,  ///< of many points the corners of the grid and some that the seed draws
  all,    ///< before they are flown
};

/// More points than this are many.
inline constexpr std::int64_t most_checked_points = 2000;

/// The points to check of many: those at the corners of the grid, where each number has its least
/// or its greatest value (at most 1024 of them for each combination of sets), and 1000 that the
/// seed draws: ascending. Empty: they are few, and all are checked.
std::vector<std::int64_t> drawn_points(const SweepGrid& grid, std::int64_t seed);

/// "1002 of 1000000 sweep points are checked as whole scenarios: ..."; empty if all are.
std::string drawn_points_text(const SweepGrid& grid, std::int64_t seed);

}  // namespace montecopter
