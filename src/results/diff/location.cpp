#include "results/diff/location.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"
#include "record/signals.hpp"

namespace montecopter::diff {
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

/// Name of an element of an axis: "y", "skewness", or its number.
std::string element_name(const ResultFile& file, const std::string& dim, std::int64_t position) {
  const Dataset* scale = file.find(dim);
  if (!scale || scale->shape.size() != 1 || position >= scale->rows()) {
    return fmt::format("{}", position);
  }
  return record::element_names(file, dim, scale->rows())[static_cast<std::size_t>(position)];
}

/// Whether the axis counts samples: all samples, traced ones, or the chosen ones of a golden.
bool is_sample_axis(const std::string& dim) {
  return dim == "sample" || dim == "trace_sample" || dim == "chosen_sample";
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
  // A float has fewer digits than a double.
  if (dataset.element == Element::f32) return fmt::format("{}", static_cast<float>(value));
  return fmt::format("{}", value);
}

bool is_by_sample(const Dataset& dataset) {
  return dataset.scale == record::Scale::none && !dataset.dims.empty() &&
         is_sample_axis(dataset.dims[0]);
}

const Dataset* times_of(const ResultFile& file, const Dataset& dataset) {
  if (!is_by_sample(dataset) || dataset.dims.size() < 2) return nullptr;
  const Dataset* scale = file.find(dataset.dims[1]);
  const bool fits = scale && scale->scale == record::Scale::coordinate &&
                    scale->shape.size() == 1 && scale->rows() == dataset.shape[1] &&
                    scale->text("units") == "s";
  return fits ? scale : nullptr;
}

Grid grid_of(const ResultFile& file, const Dataset& dataset) {
  if (!is_by_sample(dataset)) return {.times = 1, .components = dataset.elements()};
  const std::int64_t times = times_of(file, dataset) ? dataset.shape[1] : 1;
  return {.times = times, .components = dataset.elements() / (dataset.rows() * times)};
}

Places::Places(const ResultFile& file) : file_(file) {
  const std::string resolved = file.resolved_text();
  if (find_too_deep(resolved)) return;
  try {
    const toml::table scenario = toml::parse(resolved);
    const auto rate = scenario["integrator"]["rate_hz"];
    if (const auto hz = rate.value_exact<std::int64_t>()) {
      steps_ = static_cast<double>(*hz), seconds_ = 1;
      return;
    }
    const std::string ratio = rate.value_exact<std::string>().value_or("");
    const std::size_t slash = std::min(ratio.find('/'), ratio.size());
    const auto above = parse_int(ratio.substr(0, slash));
    const auto below = parse_int(ratio.substr(std::min(slash + 1, ratio.size())));
    if (!above || !below || *above <= 0 || *below <= 0) return;
    steps_ = static_cast<double>(*above), seconds_ = static_cast<double>(*below);
  } catch (const toml::parse_error&) {
    return;  // written by another version of the program
  }
}

std::optional<double> Places::time_of_step(double step) const {
  if (!steps_ || !(*steps_ > 0)) return std::nullopt;
  return step * *seconds_ / *steps_;
}

std::optional<std::int64_t> Places::sample_of(const Dataset& dataset, std::int64_t row) const {
  if (!is_by_sample(dataset)) return std::nullopt;
  if (dataset.dims[0] == "sample") return row;
  return static_cast<std::int64_t>(
      coordinate(file_, dataset.dims[0], row).value_or(static_cast<double>(row)));
}

std::string Places::position_text(const std::string& dim, std::int64_t position) const {
  const std::optional<double> value = coordinate(file_, dim, position);
  if (!value) return dim + " " + element_name(file_, dim, position);
  if (dim == "checkpoint") {
    const auto time_s = time_of_step(*value);
    return time_s ? fmt::format("step {} ({:.6g} s)", *value, *time_s)
                  : fmt::format("step {}", *value);
  }
  const std::string unit = file_.find(dim)->text("units");
  // Twelve digits tell times apart; 1.64 s is stored as 1.6400000000000001.
  const std::string number = fmt::format("{:.12g}{}{}", *value, unit.empty() ? "" : " ", unit);
  if (is_sample_axis(dim)) return "sample " + number;
  if (dim == "time" || dim == "point") return dim + " " + number;
  return fmt::format("{} {} ({})", dim, position, number);
}

Place Places::of(const Dataset& dataset, std::int64_t index, bool is_attitude) const {
  std::vector<std::int64_t> position(dataset.shape.size());
  for (std::size_t axis = position.size(); axis-- > 0;) {
    position[axis] = index % dataset.shape[axis];
    index /= dataset.shape[axis];
  }
  Place place;
  const Dataset* times = times_of(file_, dataset);
  const std::size_t axes = position.size() - (is_attitude ? 1 : 0);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const std::string& dim = dataset.dims[axis];
    if (!place.text.empty()) place.text += ", ";
    // A dimension itself is placed by position: its coordinate is what differs.
    const bool itself = dim == dataset.name;
    place.text +=
        itself ? fmt::format("position {}", position[axis]) : position_text(dim, position[axis]);
    if (itself) continue;
    if (axis == 0) place.sample = sample_of(dataset, position[axis]);
    if (axis == 1 && times) {
      place.time_s = coordinate(file_, dim, position[axis]);
      if (!steps_) continue;
      place.step = std::llround(*place.time_s * *steps_ / *seconds_);
      place.text += fmt::format(" (step {})", *place.step);
    } else if (axis > 0) {
      place.component +=
          (place.component.empty() ? "" : ".") + element_name(file_, dim, position[axis]);
    }
  }
  return place;
}

}  // namespace montecopter::diff
