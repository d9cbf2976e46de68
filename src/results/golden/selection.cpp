#include "results/golden/selection.hpp"

#include <algorithm>
#include <cstring>

#include "core/base/column_names.hpp"

namespace montecopter::golden {
namespace {

using record::Dataset;
using record::ResultFile;

/// Whether a dataset is a signal or reading of traced samples over an axis of times.
bool is_trace(const Dataset& dataset) {
  return dataset.is_root() && dataset.dims.size() >= 2 && dataset.dims[0] == "trace_sample";
}

/// Bytes of one time, for all signals on an axis and `rows` samples.
std::map<std::string, std::uint64_t> bytes_per_time(const ResultFile& file, std::uint64_t rows) {
  std::map<std::string, std::uint64_t> bytes;
  for (const Dataset& dataset : file.datasets()) {
    if (!is_trace(dataset)) continue;
    bytes[dataset.dims[1]] +=
        rows * dataset.row_bytes() / static_cast<std::uint64_t>(dataset.shape[1]);
  }
  return bytes;
}

/// Largest number of times of each axis for which all traces fit into trace_bytes.
std::int64_t times_that_fit(const ResultFile& file,
                            const std::map<std::string, std::uint64_t>& bytes) {
  std::int64_t low = 2, high = 2;
  for (const auto& [axis, unused] : bytes) high = std::max(high, file.at(axis).rows());
  const auto fits = [&](std::int64_t count) {
    std::uint64_t total = 0;
    for (const auto& [axis, one] : bytes) {
      total += one * static_cast<std::uint64_t>(std::min(count, file.at(axis).rows()));
    }
    return total <= trace_bytes;
  };
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

std::vector<double> doubles(std::span<const std::byte> bytes) {
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// Positions of the times of a golden among the times of a file; missing times are left out.
std::vector<std::int64_t> positions(const std::vector<double>& wanted,
                                    const std::vector<double>& there) {
  std::vector<std::int64_t> found;
  for (const double time : wanted) {
    const auto at = std::lower_bound(there.begin(), there.end(), time);
    if (at != there.end() && *at == time) found.push_back(at - there.begin());
  }
  return found;
}

}  // namespace

std::vector<std::int64_t> spread(std::int64_t size, std::int64_t count) {
  std::vector<std::int64_t> places;
  if (count >= size) count = size;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t gaps = std::max<std::int64_t>(1, count - 1);
    places.push_back((2 * i * (size - 1) + gaps) / (2 * gaps));  // rounded
  }
  return places;
}

std::set<std::string> columns_that_fit(const ResultFile& file,
                                       const std::set<std::string>& needed) {
  std::set<std::string> all, some;
  for (const Dataset& dataset : file.datasets()) {
    const bool is_column = dataset.is_root() && dataset.dims.size() == 1 &&
                           dataset.dims[0] == "sample" && dataset.element == Element::f64;
    const bool is_known =
        dataset.name.starts_with(metric_prefix) || dataset.name.starts_with(input_prefix);
    if (!is_column || !is_known) continue;
    all.insert(dataset.name);
    if (needed.count(dataset.name) > 0) some.insert(dataset.name);
  }
  const auto fit = [&](const std::set<std::string>& columns) {
    constexpr std::int64_t bytes = sizeof(double);
    return std::ssize(columns) * file.samples() * bytes <= column_bytes;
  };
  if (fit(all)) return all;
  return fit(some) ? some : std::set<std::string>{};
}

std::vector<std::int64_t> usual_samples(std::int64_t samples) {
  return spread(samples, usual_chosen);
}

Selection select(const ResultFile& file, std::vector<std::int64_t> samples,
                 std::set<std::string> whole) {
  Selection selection{.samples = std::move(samples), .whole = std::move(whole)};
  for (const Dataset& dataset : file.datasets()) {
    // A comparison of all samples must also show whether their inputs were drawn alike.
    const bool is_input = dataset.name.starts_with(input_prefix);
    if (is_input && !selection.whole.empty()) selection.whole.insert(dataset.name);
  }
  const auto bytes = bytes_per_time(file, selection.samples.size());
  const std::int64_t count = times_that_fit(file, bytes);
  for (const auto& [axis, unused] : bytes) {
    selection.times[axis] = spread(file.at(axis).rows(), count);
  }
  return selection;
}

Selection select_like(const Golden& golden, const ResultFile& file) {
  Selection selection;
  const std::vector<std::byte>& chosen = golden.bytes_of(chosen_sample_name);
  selection.samples.resize(chosen.size() / sizeof(std::int64_t));
  std::memcpy(selection.samples.data(), chosen.data(), chosen.size());
  std::erase_if(selection.samples, [&](std::int64_t sample) { return sample >= file.samples(); });
  for (const Dataset& dataset : golden.schema.datasets) {
    const bool is_whole = dataset.scale == record::Scale::none && dataset.dims.size() == 1 &&
                          dataset.dims[0] == "sample";
    if (is_whole) selection.whole.insert(dataset.name);
  }
  for (const Dataset& dataset : file.datasets()) {
    if (!is_trace(dataset) || selection.times.count(dataset.dims[1]) > 0) continue;
    const std::string& axis = dataset.dims[1];
    const bool known = golden.schema.find(axis) && golden.schema.at(axis).element == Element::f64;
    if (!known) continue;
    selection.times[axis] = positions(doubles(golden.bytes_of(axis)), file.read_f64(axis));
  }
  return selection;
}

}  // namespace montecopter::golden
