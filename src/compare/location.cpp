#include "compare/location.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "base/text.hpp"
#include "base/toml_guard.hpp"
#include "record/signals.hpp"

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

/// What an element of an axis is called: "y", "skewness", or its number.
std::string element_name(const ResultFile& file, const std::string& dim, std::int64_t position) {
  const Dataset* scale = file.find(dim);
  if (!scale || scale->shape.size() != 1 || position >= scale->rows()) {
    return fmt::format("{}", position);
  }
  return record::element_names(file, dim, scale->rows())[static_cast<std::size_t>(position)];
}

}  // namespace

std::string value_text(const Dataset& dataset, double value) {
  const auto attribute =
      std::find_if(dataset.attributes.begin(), dataset.attributes.end(),
                   [](const record::Attribute& a) { return a.name == "flag_values"; });
  if (attribute != dataset.attributes.end()) {
    std::istringstream words(dataset.text("flag_meanings"));
    const std::vector<std::string> meanings{std::istream_iterator<std::string>(words), {}};
    const auto* codes = std::get_if<std::vector<std::int8_t>>(&attribute->value);
    for (std::size_t i = 0; codes && i < std::min(codes->size(), meanings.size()); ++i) {
      if (value == (*codes)[i]) return meanings[i];
    }
  }
  return fmt::format("{}", value);
}

std::optional<double> step_time_s(const ResultFile& file, double step) {
  const std::string resolved = file.resolved_text();
  if (find_too_deep(resolved)) return std::nullopt;
  try {
    const toml::table scenario = toml::parse(resolved);
    const auto rate = scenario["integrator"]["rate_hz"];
    if (const auto hz = rate.value_exact<std::int64_t>()) return step / static_cast<double>(*hz);
    const std::string ratio = rate.value_exact<std::string>().value_or("");
    const std::size_t slash = std::min(ratio.find('/'), ratio.size());
    const auto above = parse_int(ratio.substr(0, slash));
    const auto below = parse_int(ratio.substr(std::min(slash + 1, ratio.size())));
    if (!above || !below || *above <= 0 || *below <= 0) return std::nullopt;
    return step * static_cast<double>(*below) / static_cast<double>(*above);
  } catch (const toml::parse_error&) {
    return std::nullopt;  // another version of the program wrote it
  }
}

std::string step_text(const ResultFile& file, double step) {
  const auto time_s = step_time_s(file, step);
  return time_s ? fmt::format("step {} ({:.6g} s)", step, *time_s) : fmt::format("step {}", step);
}

std::string position_text(const ResultFile& file, const std::string& dim, std::int64_t position) {
  const std::optional<double> value = coordinate(file, dim, position);
  if (!value) return dim + " " + element_name(file, dim, position);
  if (dim == "checkpoint") return step_text(file, *value);
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
