#include "plan/sweep_columns.hpp"

#include <fmt/format.h>

#include <numeric>

#include "core/base/column_names.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

std::string column_name(std::string path) {
  for (auto star = path.find('*'); star != std::string::npos; star = path.find('*')) {
    path.replace(star, 1, "all");
  }
  return path;
}

std::string sweep_unit(const Plan& plan, std::size_t axis) {
  if (!plan.sweep.set_names(axis).empty()) return "1";
  Scenario scenario = plan.scenario;
  return find_numbers(scenario, plan.sweep.path(axis)).front().unit;
}

void name_sets(Column& column, const std::vector<std::string>& names) {
  std::vector<std::int64_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
  column.attributes.emplace_back("flag_meanings", fmt::format("{}", fmt::join(names, " ")));
  column.number_attributes.emplace_back("flag_values", std::move(numbers));
}

Dimension point_dimension(const Plan& plan) {
  Dimension point{"point", plan.sweep.points(), {}, Element::i64, "", "point of the sweep"};
  for (std::int64_t p = 0; p < point.size; ++p) {
    point.coordinates.push_back(static_cast<double>(p));
  }
  return point;
}

void add_sweep_columns(Plan& plan) {
  if (plan.sweep.axes() == 0) return;
  auto& columns = plan.layout.columns;
  columns.push_back({.name = sweep_point_column,
                     .element = Element::i64,
                     .unit = "1",
                     .long_name = "sweep point of the sample"});
  columns.push_back({.name = "sample_in_point",
                     .element = Element::i64,
                     .unit = "1",
                     .long_name = "number of the sample at its sweep point"});
}

void add_grid_columns(Plan& plan) {
  for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
    const std::string& path = plan.sweep.path(axis);
    Column column = {.name = "sweep_" + column_name(path),
                     .rows = Rows::fixed,
                     .dims = {"point"},
                     .unit = sweep_unit(plan, axis),
                     .long_name = "swept " + path};
    for (std::int64_t p = 0; p < plan.sweep.points(); ++p) {
      column.values.push_back(plan.sweep.value(axis, p));
    }
    column.number_attributes = {{"grid_shape", plan.sweep.shape()},
                                {"grid_axis", {static_cast<std::int64_t>(axis)}}};
    const std::vector<std::string>& sets = plan.sweep.set_names(axis);
    if (!sets.empty()) name_sets(column, sets);
    plan.layout.columns.push_back(std::move(column));
  }
}

}  // namespace montecopter
