#pragma once
/// Rows of numbers over time, each held until the next, given in a scenario or in a CSV file.

#include <array>
#include <string>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Meanings of the first column of a row.
inline constexpr std::array<Choice, 2> row_times = {{
    {"t_s", "seconds"},
    {"step", "whole steps"},
}};

struct TimedRows {
  std::string time = "t_s";
  std::vector<std::vector<double>> rows;
  std::string file;
};

}  // namespace montecopter
