#include "results/summarise/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <sstream>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/base/text.hpp"
#include "record/signals.hpp"
#include "results/summarise/column_values.hpp"

namespace montecopter {
namespace {

std::vector<SummaryMetric> metrics_of(const record::ResultFile& file) {
  std::vector<SummaryMetric> found;
  for (const record::Dataset& dataset : file.datasets()) {
    if (!dataset.is_root() || dataset.name.rfind(metric_prefix, 0) != 0) continue;
    found.push_back({without_prefix(dataset.name, metric_prefix), dataset.text("units")});
  }
  return found;
}

/// Adds a metric of the samples of a group with status ok.
void add_metric(const ColumnValues& column, std::int64_t samples, const Sampling& sampling,
                StatisticsRow& row, MeanInterval& mean) {
  row = statistics_of(column.values());
  mean =
      sampling.is_independent()
          ? mean_interval(row)
          : replicate_interval(
                row[statistic("mean")], samples,
                [&](const TakeNumbered& take) { column.each_numbered(take); }, sampling.replicates);
}

bool is_bound(std::string_view name) {
  return name.ends_with("_low95") || name.ends_with("_high95");
}

/// Number of flown samples with each bit of `validity`, if there is such a column.
std::optional<ValidityCounts> count_validity(const record::ResultFile& file,
                                             const Samples& samples) {
  if (!file.find(validity_column)) return std::nullopt;
  const record::Dataset& column = sample_column(file, validity_column);
  constexpr std::int64_t piece = 1 << 16;
  ValidityCounts counts;
  std::istringstream names(column.text("flag_meanings"));
  for (std::string name; names >> name;) counts.push_back({name});
  std::vector<double> bits;
  for (std::int64_t first = 0; first < column.rows(); first += piece) {
    file.read_f64(column, first, std::min(piece, column.rows() - first), bits);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (!samples.flown(static_cast<std::size_t>(first) + i)) continue;
      for (std::size_t k = 0; k < counts.size(); ++k) {
        counts[k].samples += (static_cast<int>(bits[i]) >> k) & 1;
      }
    }
  }
  return counts;
}

[[noreturn]] void throw_damaged(const record::ResultFile& file, const std::string& column,
                                std::size_t position, double stored, double computed) {
  throw Error(
      ExitCode::refused,
      Problem{file.path(), fmt::format("the stored '{}' does not match the samples", column),
              fmt::format("{}: stored {}, computed {}; the file is damaged",
                          statistic_names[position % statistic_names.size()], format_double(stored),
                          format_double(computed)),
              "Repair it by running its scenario again with -o"});
}

/// Whether the file has the statistics that this program computes, for the same number of groups.
bool same_statistics(const record::ResultFile& file, const record::Dataset& dataset,
                     std::size_t groups) {
  const auto size = std::ssize(statistic_names);
  if (dataset.element != Element::f64 || dataset.dims.empty() || dataset.shape.back() != size ||
      dataset.elements() != static_cast<std::int64_t>(groups) * size) {
    return false;
  }
  const auto names = record::element_names(file, dataset.dims.back(), size);
  return std::equal(names.begin(), names.end(), statistic_names.begin(), statistic_names.end());
}

}  // namespace

std::int64_t Summary::samples() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

Summary summarise(const record::ResultFile& file) { return summarise(file, read_samples(file)); }

Summary summarise(const record::ResultFile& file, const Samples& samples, int threads) {
  Summary summary;
  summary.scenario = file.root_attribute("title");
  summary.complete = file.complete();
  summary.counts = samples.counts();
  summary.left_model = count_validity(file, samples);
  summary.metrics = metrics_of(file);
  summary.sampling = sampling_of(file);
  const std::vector<RowRanges> rows = samples.rows_by_group();
  const std::size_t metrics = summary.metrics.size();
  for (std::size_t g = 0; g < rows.size(); ++g) {
    GroupSummary& group = summary.groups.emplace_back();
    group.group = samples.groups[g];
    group.rows.resize(metrics);
    group.means.resize(metrics);
    for (const std::int64_t row : rows[g]) {
      if (samples.flown_at_row(row)) ++group.counts[samples.at_row(row)];
    }
  }
  for_each_index(metrics * rows.size(), threads, [&](std::size_t k) {
    const std::size_t metric = k / rows.size(), g = k % rows.size();
    const std::string name = metric_prefix + summary.metrics[metric].name;
    const ColumnValues column(file, samples, rows[g], name);
    GroupSummary& group = summary.groups[g];
    add_metric(column, rows[g].count(), summary.sampling, group.rows[metric], group.means[metric]);
  });
  return summary;
}

StatisticsRow known_statistics(const Summary& summary, const GroupSummary& group,
                               std::size_t metric) {
  StatisticsRow row = group.rows[metric];
  if (summary.sampling.is_independent()) return row;
  for (std::size_t s = 0; s < row.size(); ++s) {
    if (is_bound(statistic_names[s])) row[s] = stored_nan;
  }
  row[statistic("se")] = group.means[metric].se;
  return row;
}

bool verify_statistics(const record::ResultFile& file, const Summary& summary) {
  if (!summary.complete) return false;
  const std::vector<std::vector<std::byte>> computed = statistics_bytes(summary);
  for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
    const std::string column = statistics_prefix + summary.metrics[m].name;
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
