#pragma once
/// Nodes of a gridded wind become the table that kernels read.

#include <array>
#include <optional>
#include <vector>

#include "dynamics/winds/grid.hpp"

namespace montecopter {

using WindRows = std::vector<std::vector<double>>;

/// The coordinates along each axis, ascending, once each.
std::array<std::vector<double>, WindGrid::axes> grid_axes(const WindRows& rows);

/// A place of the grid that no row or several rows are for; nullopt: there is none, the grid is
/// whole. `rows` are whole rows.
struct GridFault {
  std::array<double, WindGrid::axes> place;
  bool is_missing = false;  ///< or there twice
};
std::optional<GridFault> grid_fault(const WindRows& rows);

/// The table of a whole grid.
std::vector<double> grid_table(const WindRows& rows);

}  // namespace montecopter
