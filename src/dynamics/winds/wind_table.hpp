#pragma once
/// The numbers of winds that are given as rows, one after another.

#include <vector>

#include "dynamics/winds/grid_setup.hpp"
#include "dynamics/winds/wind.hpp"

namespace montecopter {

inline std::vector<double> wind_table(const TimeSeriesWind& wind) {
  std::vector<double> numbers;
  for (const auto& row : wind.rows) numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}
inline std::vector<double> wind_table(const GridWind& wind) { return grid_table(wind.rows); }

}  // namespace montecopter
