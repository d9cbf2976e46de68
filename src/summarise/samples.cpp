#include "summarise/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"

namespace montecopter {
namespace {

using record::Dataset;
using record::ResultFile;

[[noreturn]] void refuse(const ResultFile& file, const std::string& why) {
  throw Error(
      ExitCode::refused,
      fmt::format("{}: error: cannot use this file ({}). It is damaged or comes from another "
                  "version of the program.",
                  file.path(), why));
}

void require_sample_column(const ResultFile& file, const Dataset& dataset) {
  if (dataset.dims == std::vector<std::string>{"sample"}) return;
  refuse(file, "'" + dataset.name + "' is not one number per sample");
}

std::vector<Status> read_status(const ResultFile& file) {
  require_sample_column(file, file.at("status"));
  const std::vector<std::int8_t> codes = file.status();
  // A golden has no checks: all that it holds was finished.
  const bool has_checks = file.find("check") != nullptr;
  const std::vector<std::uint64_t> checks =
      has_checks ? file.read_u64("check") : std::vector<std::uint64_t>();
  std::vector<Status> status(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] < 0 || static_cast<std::size_t>(codes[i]) >= status_names.size()) {
      refuse(file, fmt::format("sample {} has the unknown status {}", i, codes[i]));
    }
    // The check is written last: without it the row is not finished.
    const bool finished = !has_checks || checks[2 * i] != 0 || checks[2 * i + 1] != 0;
    status[i] = finished ? static_cast<Status>(codes[i]) : Status::not_run;
  }
  return status;
}

bool is_sweep_column(const Dataset& dataset) {
  return dataset.name.rfind("sweep_", 0) == 0 && dataset.name != "sweep_point" &&
         !dataset.dims.empty() && dataset.dims[0] != "sample" &&
         dataset.scale != record::Scale::bare;
}

/// The name of a set of values, of which a file has the number.
std::optional<std::string> set_name(const Dataset& dataset, double number) {
  const std::vector<std::string> names = set_names(dataset);
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (static_cast<double>(k) == number) return names[k];
  }
  return std::nullopt;
}

/// Numbers have one element for each point, texts a row of bytes.
SweepValue sweep_value(const ResultFile& file, const Dataset& dataset, std::int64_t point) {
  SweepValue value{dataset.name.substr(std::string("sweep_").size()), "", true};
  if (dataset.shape.size() > 1) {
    value.is_number = false;
    for (const std::byte byte : file.read_rows(dataset, point, 1)) {
      if (byte != std::byte{0}) value.text += static_cast<char>(byte);
    }
    return value;
  }
  const double number = file.read_f64(dataset, point, 1).front();
  value.is_number = std::isfinite(number);
  if (const auto name = set_name(dataset, number)) {
    value.is_number = false;
    value.text = *name;
    return value;
  }
  const bool real = dataset.element == Element::f64 || dataset.element == Element::f32;
  value.text = real ? format_double(number) : fmt::format("{}", static_cast<std::int64_t>(number));
  return value;
}

/// Points of the sweep: as many as its columns have rows, or as the samples name.
std::size_t point_count(const ResultFile& file, const std::vector<std::int64_t>& points) {
  for (const Dataset& dataset : file.datasets()) {
    // Each point takes bytes of the file. A file of some samples may have more points than samples.
    if (is_sweep_column(dataset)) return static_cast<std::size_t>(dataset.rows());
  }
  const std::int64_t count = *std::max_element(points.begin(), points.end()) + 1;
  if (count < 1 || count > file.samples()) refuse(file, "its sweep has an impossible size");
  return static_cast<std::size_t>(count);
}

void read_sweep(const ResultFile& file, Samples& samples) {
  require_sample_column(file, file.at("sweep_point"));
  const std::vector<std::int64_t> points = file.read_i64("sweep_point");
  samples.groups.assign(point_count(file, points), {});
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!samples.flown(i)) continue;
    samples.group[i] = static_cast<std::size_t>(points[i]);
    if (samples.group[i] >= samples.groups.size()) {
      refuse(file, fmt::format("sample {} is of the unknown sweep point {}", i, points[i]));
    }
  }
  for (std::size_t g = 0; g < samples.groups.size(); ++g) {
    samples.groups[g].point = static_cast<std::int64_t>(g);
    for (const Dataset& dataset : file.datasets()) {
      if (!is_sweep_column(dataset)) continue;
      if (dataset.rows() != static_cast<std::int64_t>(samples.groups.size())) {
        refuse(file, "'" + dataset.name + "' has another number of sweep points");
      }
      samples.groups[g].values.push_back(sweep_value(file, dataset, static_cast<std::int64_t>(g)));
    }
  }
}

}  // namespace

StatusCounts Samples::counts() const {
  StatusCounts counts{};
  for (const Status code : status) ++counts[static_cast<std::size_t>(code)];
  return counts;
}

Samples read_samples(const ResultFile& file) {
  Samples samples;
  samples.status = read_status(file);
  samples.group.assign(samples.status.size(), 0);
  samples.groups.resize(1);
  if (file.find("sweep_point")) read_sweep(file, samples);
  return samples;
}

std::vector<std::string> set_names(const Dataset& dataset) {
  std::istringstream words(dataset.text("flag_meanings"));
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

std::vector<std::int64_t> read_sample_numbers(const ResultFile& file, const Samples& samples) {
  std::vector<std::int64_t> numbers(samples.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  for (const char* column : {"sample_in_point", "campaign_sample"}) {
    if (!file.find(column)) continue;
    const std::vector<double> stored = read_sample_column(file, column);
    for (std::size_t i = 0; i < stored.size(); ++i) {
      // Of samples that were not flown it may be anything.
      if (samples.flown(i)) numbers[i] = std::max<std::int64_t>(0, std::llround(stored[i]));
    }
    break;
  }
  return numbers;
}

std::vector<double> read_sample_column(const ResultFile& file, const std::string& name) {
  require_sample_column(file, file.at(name));
  return file.read_f64(name);
}

}  // namespace montecopter
