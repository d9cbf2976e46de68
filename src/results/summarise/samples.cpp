#include "results/summarise/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <sstream>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace montecopter {
namespace {

using record::Dataset;
using record::ResultFile;

[[noreturn]] void refuse(const ResultFile& file, const std::string& why) {
  throw Error(ExitCode::refused,
              Problem{file.path(), "cannot use this file", why,
                      "It is damaged or comes from another version of the program"});
}

void require_sample_column(const ResultFile& file, const Dataset& dataset) {
  if (dataset.dims == std::vector<std::string>{"sample"}) return;
  refuse(file, "'" + dataset.name + "' is not one number per sample");
}

std::vector<Status> read_status(const ResultFile& file) {
  require_sample_column(file, file.at(status_column));
  std::vector<Status> status(static_cast<std::size_t>(file.samples()));
  file.take_status([&](std::int64_t first, std::span<const std::int8_t> codes) {
    for (const std::int8_t code : codes) {
      if (code < 0 || code >= std::ssize(status_names)) {
        refuse(file, fmt::format("sample {} has the unknown status {}", first, code));
      }
      status[static_cast<std::size_t>(first++)] = static_cast<Status>(code);
    }
  });
  // A golden has no checks: all its samples were finished.
  if (file.find("check") == nullptr) return status;
  // The check is written last: a row without it is not finished.
  record::take_checks(file.fd(), file.path(), file.schema(),
                      [&](std::int64_t first, std::span<const Hash128> checks) {
                        for (const Hash128& check : checks) {
                          Status& of = status[static_cast<std::size_t>(first++)];
                          if (check.is_zero()) of = Status::not_run;
                        }
                      });
  return status;
}

bool is_sweep_column(const Dataset& dataset) {
  return dataset.name.rfind("sweep_", 0) == 0 && dataset.name != sweep_point_column &&
         !dataset.dims.empty() && dataset.dims[0] != "sample" &&
         dataset.scale != record::Scale::bare;
}

/// The name of a set of values; the file stores its number.
std::optional<std::string> set_name(const Dataset& dataset, double number) {
  const std::vector<std::string> names = set_names(dataset);
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (static_cast<double>(k) == number) return names[k];
  }
  return std::nullopt;
}

/// The values of a sweep column: numbers have one element for each point, texts a row of bytes.
SweepValue sweep_value(const ResultFile& file, const Dataset& dataset, std::int64_t point) {
  SweepValue value{dataset.name.substr(std::string("sweep_").size()), "", true};
  if (dataset.shape.size() > 1) {
    value.is_number = false;
    for (const std::byte byte : file.read_rows(dataset, point, 1)) {
      if (byte != std::byte{0}) value.text += std::to_integer<char>(byte);
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

/// Takes the sweep points of consecutive samples, from `first` on.
using TakePoints = std::function<void(std::int64_t first, std::span<const double>)>;

void take_points(const ResultFile& file, const TakePoints& take) {
  const Dataset& column = sample_column(file, sweep_point_column);
  constexpr std::int64_t piece = 1 << 16;
  std::vector<double> points;
  for (std::int64_t first = 0; first < column.rows(); first += piece) {
    file.read_f64(column, first, std::min(piece, column.rows() - first), points);
    take(first, points);
  }
}

/// Number of sweep points: the rows of the sweep columns, or the points of the samples.
std::size_t point_count(const ResultFile& file) {
  for (const Dataset& dataset : file.datasets()) {
    // Each point takes bytes of the file. A file of chosen samples may have more points than
    // samples.
    if (is_sweep_column(dataset)) return static_cast<std::size_t>(dataset.rows());
  }
  double last = -1;
  take_points(file, [&](std::int64_t, std::span<const double> points) {
    last = std::max(last, *std::max_element(points.begin(), points.end()));
  });
  if (!(last >= 0 && last < static_cast<double>(file.samples()))) {
    refuse(file, "its sweep has an impossible size");
  }
  return static_cast<std::size_t>(last) + 1;
}

void read_sweep(const ResultFile& file, Samples& samples) {
  samples.groups.assign(point_count(file), {});
  const auto groups = static_cast<double>(samples.groups.size());
  double last = -1;
  take_points(file, [&](std::int64_t first, std::span<const double> points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto sample = static_cast<std::size_t>(first) + i;
      if (!samples.flown(sample) || points[i] == last) continue;
      last = points[i];
      if (!(last >= 0 && last < groups)) {
        refuse(file, fmt::format("sample {} has the unknown sweep point {:.0f}", sample, last));
      }
      samples.begin_group(sample, static_cast<std::size_t>(last));
    }
  });
  for (std::size_t g = 0; g < samples.groups.size(); ++g) {
    const auto point = static_cast<std::int64_t>(g);
    samples.groups[g].point = point;
    for (const Dataset& dataset : file.datasets()) {
      if (!is_sweep_column(dataset)) continue;
      if (dataset.rows() != std::ssize(samples.groups)) {
        refuse(file, "'" + dataset.name + "' has a different number of sweep points");
      }
      samples.groups[g].values.push_back(sweep_value(file, dataset, point));
    }
  }
}

}  // namespace

StatusCounts Samples::counts() const {
  StatusCounts counts{};
  for (const Status code : status) ++counts[code];
  return counts;
}

std::size_t Samples::group_of(std::size_t sample) const {
  const auto begins_behind = [](std::size_t of, const Run& run) { return of < run.first; };
  const auto at = std::upper_bound(runs_.begin(), runs_.end(), sample, begins_behind);
  return at == runs_.begin() ? 0 : std::prev(at)->group;
}

std::vector<RowRanges> Samples::rows_by_group() const {
  std::vector<RowRanges> rows(groups.size());
  const auto row = [](std::size_t sample) { return static_cast<std::int64_t>(sample); };
  rows.front().add(0, row(runs_.empty() ? size() : runs_.front().first));
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    const std::size_t end = k + 1 < runs_.size() ? runs_[k + 1].first : size();
    rows[runs_[k].group].add(row(runs_[k].first), row(end));
  }
  return rows;
}

void Samples::begin_group(std::size_t sample, std::size_t group) {
  runs_.push_back({sample, group});
}

Samples read_samples(const ResultFile& file) {
  Samples samples;
  samples.status = read_status(file);
  samples.groups.resize(1);
  if (file.find(sweep_point_column)) read_sweep(file, samples);
  return samples;
}

std::vector<std::string> set_names(const Dataset& dataset) {
  std::istringstream words(dataset.text("flag_meanings"));
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

const Dataset* sample_numbers(const ResultFile& file) {
  for (const char* column : {"sample_in_point", campaign_sample}) {
    if (file.find(column) != nullptr) return &sample_column(file, column);
  }
  return nullptr;
}

std::int64_t number_of(double stored) { return std::max<std::int64_t>(0, std::llround(stored)); }

std::vector<std::int64_t> read_sample_numbers(const ResultFile& file, const Samples& samples) {
  std::vector<std::int64_t> numbers(samples.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const Dataset* column = sample_numbers(file);
  if (column == nullptr) return numbers;
  const std::vector<double> stored = file.read_f64(*column, 0, column->rows());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    if (samples.flown(i)) numbers[i] = number_of(stored[i]);
  }
  return numbers;
}

const Dataset& sample_column(const ResultFile& file, const std::string& name) {
  const Dataset& column = file.at(name);
  require_sample_column(file, column);
  return column;
}

std::vector<double> read_sample_column(const ResultFile& file, const std::string& name) {
  const Dataset& column = sample_column(file, name);
  return file.read_f64(column, 0, column.rows());
}

}  // namespace montecopter
