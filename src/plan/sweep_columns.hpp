#pragma once
/// What a result file holds of a sweep. Nothing is added if there is none. make_plan() calls all of
/// it when it makes the layout.

#include <string>

#include "plan/plan.hpp"

namespace montecopter {

/// A path as part of a dataset's name: '*' is written `all`.
std::string column_name(std::string path);

/// Unit of the numbers that an axis sweeps; 1 of sets.
std::string sweep_unit(const Plan& plan, std::size_t axis);

/// Says which set each number of a column is, after CF: `flag_values` and `flag_meanings`.
void name_sets(Column& column, const std::vector<std::string>& names);

/// The dimension `point`.
Dimension point_dimension(const Plan& plan);

/// Which point and which of its samples a row is: `sweep_point` and, next to it,
/// `sample_in_point`.
void add_sweep_columns(Plan& plan);

/// One coordinate per axis, `sweep_<path>`: its value at every point. `grid_shape` is that of all
/// axes, in which numbers per point can be arranged (row-major); `grid_axis` is the axis of this
/// one.
void add_grid_columns(Plan& plan);

}  // namespace montecopter
