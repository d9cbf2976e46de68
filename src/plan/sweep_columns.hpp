#pragma once
/// Columns of a sweep in a result file; none without a sweep. make_plan() calls all of it when it
/// makes the layout.

#include <string>

#include "plan/plan.hpp"

namespace montecopter {

/// A path as part of a dataset's name: '*' is written `all`.
std::string column_name(std::string path);

/// Unit of the numbers that an axis sweeps; 1 for sets.
std::string sweep_unit(const Plan& plan, std::size_t axis);

/// Names the set of each number of a column, after CF: `flag_values` and `flag_meanings`.
void name_sets(Column& column, const std::vector<std::string>& names);

/// The dimension `point`.
Dimension point_dimension(const Plan& plan);

/// Adds the point of a row and its sample there: `sweep_point` and, next to it, `sample_in_point`.
void add_sweep_columns(Plan& plan);

/// Adds one coordinate per axis, `sweep_<path>`: its value at every point. Numbers per point can be
/// arranged in the shape `grid_shape` of all axes (row-major); `grid_axis` is the axis of the
/// column.
void add_grid_columns(Plan& plan);

}  // namespace montecopter
