#include "summarise/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/signals.hpp"

namespace montecopter {
namespace {

constexpr std::string_view metric_prefix = "m_";

std::vector<SummaryMetric> metrics_of(const record::ResultFile& file) {
  std::vector<SummaryMetric> found;
  for (const record::Dataset& dataset : file.datasets()) {
    if (!dataset.is_root() || dataset.name.rfind(metric_prefix, 0) != 0) continue;
    found.push_back({dataset.name.substr(metric_prefix.size()), dataset.text("units")});
  }
  return found;
}

/// Values of a metric by group, of samples with status ok.
std::vector<std::vector<NumberedValue>> values_by_group(const record::ResultFile& file,
                                                        const Samples& samples,
                                                        const std::vector<std::int64_t>& numbers,
                                                        const std::string& column) {
  const std::vector<double> all = read_sample_column(file, column);
  std::vector<std::vector<NumberedValue>> values(samples.groups.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (samples.status[i] != Status::ok) continue;
    values[samples.group[i]].push_back({numbers[i], all[i]});
  }
  return values;
}

void add_metric(GroupSummary& group, const std::vector<NumberedValue>& values,
                const Sampling& sampling) {
  std::vector<double> numbers;
  for (const NumberedValue& of : values) numbers.push_back(of.value);
  const StatisticsRow& row = group.rows.emplace_back(summarise_values(std::move(numbers)));
  group.means.push_back(
      sampling.is_independent()
          ? mean_interval(row)
          : replicate_interval(row[statistic("mean")], values, sampling.replicates));
}

bool is_bound(std::string_view name) {
  return name.ends_with("_low95") || name.ends_with("_high95");
}

/// How many flown samples have each bit of `validity`, if there is such a column.
std::optional<ValidityCounts> count_validity(const record::ResultFile& file,
                                             const Samples& samples) {
  if (!file.find("validity")) return std::nullopt;
  const std::vector<double> bits = read_sample_column(file, "validity");
  ValidityCounts counts{};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples.flown(i)) continue;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      counts[k] += (static_cast<int>(bits[i]) >> k) & 1;
    }
  }
  return counts;
}

[[noreturn]] void throw_damaged(const record::ResultFile& file, const std::string& column,
                                std::size_t position, double stored, double computed) {
  throw Error(ExitCode::refused,
              fmt::format("{}: error: the stored '{}' does not belong to the samples ({}: stored "
                          "{}, computed {}; the file is damaged). Repair it by running its "
                          "scenario again with -o.",
                          file.path(), column, statistics[position % statistics.size()],
                          format_double(stored), format_double(computed)));
}

/// Whether the file has the statistics that this program computes, for as many groups.
bool same_statistics(const record::ResultFile& file, const record::Dataset& dataset,
                     std::size_t groups) {
  const auto size = static_cast<std::int64_t>(statistics.size());
  if (dataset.element != Element::f64 || dataset.dims.empty() || dataset.shape.back() != size ||
      dataset.elements() != static_cast<std::int64_t>(groups) * size) {
    return false;
  }
  const auto names = record::element_names(file, dataset.dims.back(), size);
  return std::equal(names.begin(), names.end(), statistics.begin(), statistics.end());
}

}  // namespace

std::int64_t Summary::samples() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

Summary summarise(const record::ResultFile& file) { return summarise(file, read_samples(file)); }

Summary summarise(const record::ResultFile& file, const Samples& samples) {
  Summary summary;
  summary.scenario = file.root_attribute("title");
  summary.complete = file.complete();
  summary.counts = samples.counts();
  summary.left_model = count_validity(file, samples);
  summary.metrics = metrics_of(file);
  summary.sampling = sampling_of(file);
  for (const Group& group : samples.groups) summary.groups.push_back({group, {}, {}, {}});
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples.flown(i)) continue;
    ++summary.groups[samples.group[i]].counts[static_cast<std::size_t>(samples.status[i])];
  }
  const std::vector<std::int64_t> numbers = read_sample_numbers(file, samples);
  for (const SummaryMetric& metric : summary.metrics) {
    const auto values =
        values_by_group(file, samples, numbers, std::string(metric_prefix) + metric.name);
    for (std::size_t g = 0; g < values.size(); ++g) {
      add_metric(summary.groups[g], values[g], summary.sampling);
    }
  }
  return summary;
}

StatisticsRow known_statistics(const Summary& summary, const GroupSummary& group,
                               std::size_t metric) {
  StatisticsRow row = group.rows[metric];
  if (summary.sampling.is_independent()) return row;
  for (std::size_t s = 0; s < row.size(); ++s) {
    if (is_bound(statistics[s])) row[s] = stored_nan;
  }
  row[statistic("se")] = group.means[metric].se;
  return row;
}

bool verify_statistics(const record::ResultFile& file, const Summary& summary) {
  if (!summary.complete) return false;
  const std::vector<std::vector<std::byte>> computed = statistics_bytes(summary);
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    const std::string column = "stat_" + summary.metrics[m].name;
    const record::Dataset* dataset = file.find(column);
    if (!dataset || !same_statistics(file, *dataset, summary.groups.size())) return false;
    const std::vector<std::byte> stored = file.read_rows(*dataset, 0, dataset->rows());
    for (std::size_t at = 0; at < stored.size(); at += sizeof(double)) {
      if (std::memcmp(&stored[at], &computed[m][at], sizeof(double)) == 0) continue;
      double pair[2];
      std::memcpy(&pair[0], &stored[at], sizeof(double));
      std::memcpy(&pair[1], &computed[m][at], sizeof(double));
      throw_damaged(file, column, at / sizeof(double), pair[0], pair[1]);
    }
  }
  return true;
}

std::vector<std::vector<std::byte>> statistics_bytes(const Summary& summary) {
  std::vector<std::vector<std::byte>> bytes;
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    std::vector<std::byte>& column = bytes.emplace_back();
    for (const GroupSummary& group : summary.groups) {
      const auto row = std::as_bytes(std::span(group.rows[m]));
      column.insert(column.end(), row.begin(), row.end());
    }
  }
  return bytes;
}

}  // namespace montecopter
