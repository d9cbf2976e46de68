#include "summarise/points.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace montecopter {

std::string SweepPoints::describe(std::size_t point) const {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", names[i], values[point][i]);
  }
  return text;
}

SweepPoints read_points(const record::ResultFile& file) {
  SweepPoints points;
  const record::Dataset* scale = file.find("point");
  if (scale == nullptr || scale->scale != record::Scale::coordinate) {
    points.values.resize(1);
    return points;
  }
  points.values.resize(static_cast<std::size_t>(scale->elements()));
  const std::string prefix = "sweep_";
  for (const record::Dataset& dataset : file.datasets()) {
    const bool is_axis =
        dataset.name.rfind(prefix, 0) == 0 && dataset.dims == std::vector<std::string>{"point"};
    if (!is_axis || dataset.elements() != scale->elements()) continue;
    points.names.push_back(dataset.name.substr(prefix.size()));
    const std::vector<double> values = file.read_f64(dataset.name);
    for (std::size_t p = 0; p < values.size(); ++p) points.values[p].push_back(values[p]);
  }
  points.of_sample = file.read_i64("sweep_point");
  const auto outside = [&](std::int64_t point) { return point < 0 || point >= scale->elements(); };
  if (points.names.empty() ||
      static_cast<std::int64_t>(points.of_sample.size()) != file.samples() ||
      std::any_of(points.of_sample.begin(), points.of_sample.end(), outside)) {
    throw Error(ExitCode::refused, file.path() +
                                       ": error: cannot use this file (its sweep points "
                                       "are damaged). Restore it from a copy.");
  }
  return points;
}

}  // namespace montecopter
