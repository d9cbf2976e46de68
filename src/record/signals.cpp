#include "record/signals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace montecopter::record {
namespace {

std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> words;
  std::size_t from = 0;
  for (std::size_t to = text.find(separator); to != std::string::npos;
       to = text.find(separator, from)) {
    words.push_back(text.substr(from, to - from));
    from = to + separator.size();
  }
  words.push_back(text.substr(from));
  return words;
}

/// More components than any vehicle's signals have. A file with more is not ours.
constexpr std::int64_t most_components = 4096;

std::vector<std::string> component_names(const ResultFile& file, const Dataset& dataset) {
  std::vector<std::string> names = {""};
  for (std::size_t axis = 2; axis < dataset.shape.size(); ++axis) {
    const std::int64_t size = dataset.shape[axis];
    if (std::ssize(names) > most_components / size) {
      throw Error(ExitCode::refused,
                  Problem{file.path(), "cannot use this file",
                          fmt::format("'{}' has too many components", dataset.name)});
    }
    std::vector<std::string> longer;
    for (const std::string& name : names) {
      for (const std::string& element : element_names(file, dataset.dims[axis], size)) {
        longer.push_back(name.empty() ? element : name + "." + element);
      }
    }
    names = std::move(longer);
  }
  return names;
}

}  // namespace

std::string TracedSignal::full_name(std::size_t component) const {
  return components[component].empty() ? name() : name() + "." + components[component];
}

std::vector<TracedSignal> traced_signals(const ResultFile& file) {
  std::vector<TracedSignal> signals;
  for (const Dataset& dataset : file.datasets()) {
    const bool is_trace = dataset.dims.size() >= 2 && dataset.dims[0] == "trace_sample" &&
                          dataset.scale == Scale::none;
    if (!is_trace) continue;
    const Dataset* time = file.find(dataset.dims[1]);
    const bool fits = time && time->scale == Scale::coordinate && time->shape.size() == 1 &&
                      time->rows() == dataset.shape[1];
    if (!fits) {
      throw Error(ExitCode::refused,
                  Problem{file.path(), "cannot use this file",
                          fmt::format("'{}' and '{}' differ in their number of times", dataset.name,
                                      dataset.dims[1])});
    }
    signals.push_back({&dataset, component_names(file, dataset)});
  }
  return signals;
}

std::vector<double> read_trace(const ResultFile& file, const TracedSignal& signal,
                               std::int64_t trace, std::int64_t first, std::int64_t count) {
  return file.read_f64(*signal.dataset, signal.element_at(trace, first),
                       count * std::ssize(signal.components));
}

std::vector<std::string> element_names(const ResultFile& file, const std::string& dimension,
                                       std::int64_t size) {
  const Dataset* scale = file.find(dimension);
  std::vector<std::string> names = split(scale ? scale->text("long_name") : "", ", ");
  const bool words = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return !name.empty() && name.find(' ') == std::string::npos;
  });
  if (words && std::ssize(names) == size) return names;
  names.clear();
  for (std::int64_t i = 0; i < size; ++i) names.push_back(fmt::format("{}", i));
  return names;
}

}  // namespace montecopter::record
