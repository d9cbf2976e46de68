#pragma once
/// Choice of the sweep points that are checked as complete scenarios. The range of every single
/// value is always checked.

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/model/sweep.hpp"

namespace montecopter {

enum class PointChecks {
  drawn,  ///< if there are many points: the corners of the grid and some drawn by the seed
  all,    ///< all points, before they are flown
};

/// Number of points up to which all are checked.
inline constexpr std::int64_t most_checked_points = 2000;

/// The points to check if there are many, ascending: the corners of the grid, and 1000 points drawn
/// by the seed. At a corner, each number has its smallest or largest value; at most 1024 corners
/// are checked for each combination of sets. Empty: there are few points, and all are checked.
std::vector<std::int64_t> drawn_points(const SweepGrid& grid, std::int64_t seed);

/// The note "1002 of 1000000 sweep points are checked as complete scenarios: ..."; empty if all
/// are.
std::string drawn_points_text(const SweepGrid& grid, std::int64_t seed);

}  // namespace montecopter
