#include "compare/place.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace montecopter::compare {
namespace {

using record::Dataset;
using record::ResultFile;

/// The coordinate at one position of an axis.
std::optional<double> coordinate(const ResultFile& file, const std::string& dim,
                                 std::int64_t position) {
  const Dataset* scale = file.find(dim);
  if (!scale || scale->scale != record::Scale::coordinate) return std::nullopt;
  if (position >= scale->elements()) return std::nullopt;
  return to_double(scale->element, file.read_elements(*scale, position, 1));
}

}  // namespace

std::string position_text(const ResultFile& file, const std::string& dim, std::int64_t position) {
  const std::optional<double> value = coordinate(file, dim, position);
  if (!value) return fmt::format("{} {}", dim, position);
  const std::string unit = file.find(dim)->text("units");
  const std::string number = fmt::format("{}{}{}", *value, unit.empty() ? "" : " ", unit);
  if (dim == "trace_sample") return "sample " + number;
  if (dim == "time" || dim == "sample" || dim == "point") return dim + " " + number;
  return fmt::format("{} {} ({})", dim, position, number);
}

Place place_of(const ResultFile& file, const Dataset& dataset, std::int64_t index) {
  std::vector<std::int64_t> position(dataset.shape.size());
  for (std::size_t axis = position.size(); axis-- > 0;) {
    position[axis] = index % dataset.shape[axis];
    index /= dataset.shape[axis];
  }
  Place place;
  for (std::size_t axis = 0; axis < position.size(); ++axis) {
    const std::string& dim = dataset.dims[axis];
    if (!place.text.empty()) place.text += ", ";
    // A dimension itself is placed by position: its coordinate is what differs.
    const bool itself = dim == dataset.name;
    place.text += itself ? fmt::format("position {}", position[axis])
                         : position_text(file, dim, position[axis]);
    if (itself) continue;
    if (dim == "sample") place.sample = position[axis];
    if (dim == "trace_sample") {
      place.sample = static_cast<std::int64_t>(coordinate(file, dim, position[axis]).value_or(-1));
    }
    if (dim == "time") place.time_s = coordinate(file, dim, position[axis]);
  }
  return place;
}

}  // namespace montecopter::compare
