#include "scenario/model/sweep.hpp"

#include <fmt/format.h>

namespace montecopter {

SweepGrid::SweepGrid(const Sweep& sweep) : strides_(sweep.size()) {
  for (const auto& [path, axis] : sweep) {
    paths_.push_back(path);
    values_.push_back(axis.values);
    std::vector<std::string>& names = set_names_.emplace_back();
    for (const auto& [name, set] : axis.sets) names.push_back(name);
    if (!names.empty()) variants_ *= names.size();
  }
  for (std::size_t i = sweep.size(); i-- > 0;) {
    strides_[i] = points_;
    points_ *= std::ssize(values_[i]);
  }
}

std::vector<std::int64_t> SweepGrid::shape() const {
  std::vector<std::int64_t> sizes;
  for (const auto& values : values_) sizes.push_back(std::ssize(values));
  return sizes;
}

double SweepGrid::value(std::size_t axis, std::int64_t point) const {
  return values_[axis][index(axis, point)];
}

std::string SweepGrid::text(std::size_t axis, std::int64_t point) const {
  if (set_names_[axis].empty()) return fmt::format("{}", value(axis, point));
  return set_names_[axis][index(axis, point)];
}

std::string SweepGrid::describe(std::int64_t point) const {
  std::string all;
  for (std::size_t i = 0; i < axes(); ++i) {
    all += fmt::format("{}{} = {}", all.empty() ? "" : ", ", path(i), text(i, point));
  }
  return all;
}

std::size_t SweepGrid::variant(std::int64_t point) const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < axes(); ++i) {
    if (!set_names_[i].empty()) number = number * set_names_[i].size() + index(i, point);
  }
  return number;
}

}  // namespace montecopter
