#include "scenario/sweep.hpp"

#include <fmt/format.h>

namespace montecopter {

SweepGrid::SweepGrid(const Sweep& sweep) : strides_(sweep.size()) {
  for (const auto& [path, axis] : sweep) {
    paths_.push_back(path);
    values_.push_back(axis.values);
  }
  for (std::size_t i = sweep.size(); i-- > 0;) {
    strides_[i] = points_;
    points_ *= static_cast<std::int64_t>(values_[i].size());
  }
}

std::vector<std::int64_t> SweepGrid::shape() const {
  std::vector<std::int64_t> sizes;
  for (const auto& values : values_) sizes.push_back(static_cast<std::int64_t>(values.size()));
  return sizes;
}

double SweepGrid::value(std::size_t axis, std::int64_t point) const {
  const std::vector<double>& values = values_[axis];
  return values[static_cast<std::size_t>(point / strides_[axis]) % values.size()];
}

std::string SweepGrid::describe(std::int64_t point) const {
  std::string text;
  for (std::size_t i = 0; i < axes(); ++i) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", path(i), value(i, point));
  }
  return text;
}

}  // namespace montecopter
