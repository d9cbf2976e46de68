#pragma once
/// A result in numbers: how many samples ended how, and statistics of every metric, for each group
/// of samples that belong together (all of them, or those of a point of a sweep).
///
/// `run`, `merge`, `stats`, `sensitivity`, `report`, `fsck` and `regress` call summarise(), in this
/// order: counts of status and of validity; the metric columns (datasets m_<metric>); then, for
/// each metric and group, on several threads, statistics_of() over the samples with status ok and
/// the interval of the mean. statistics_bytes() is what a finished file stores of it.
///
/// Memory: GroupSummary::rows[metric] is a StatisticsRow; columns are read from the file in pieces
/// (column_values.hpp) and not kept, so that the size does not grow with the samples.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/mean_interval.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/sampling.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {

/// A metric column of the file.
struct SummaryMetric {
  std::string name;  ///< without the "m_" of the dataset
  std::string unit;
};

struct GroupSummary {
  Group group;
  StatusCounts counts{};            ///< not_run: of the whole file only
  std::vector<StatisticsRow> rows;  ///< one per metric, over samples with status ok: as stored
  std::vector<MeanInterval> means;  ///< one per metric; unknown where the design does not tell
};

struct Summary {
  std::string scenario;
  bool complete = false;  ///< the file says that it is finished
  StatusCounts counts{};
  std::optional<ValidityCounts> left_model;  ///< flown samples that did; only of models with limits
  std::vector<SummaryMetric> metrics;        ///< in file order
  Sampling sampling;
  std::vector<GroupSummary> groups;  ///< one, or one per point of a sweep

  std::int64_t samples() const;
  std::int64_t failed() const { return samples() - count(Status::ok) - count(Status::not_run); }
  std::int64_t count(Status status) const { return counts[static_cast<std::size_t>(status)]; }
  bool is_sweep() const { return groups.front().group.point.has_value(); }
};

/// Computed from the columns of a result file, finished or not. The bits do not depend on the
/// threads.
Summary summarise(const record::ResultFile& file);
Summary summarise(const record::ResultFile& file, const Samples& samples, int threads = 1);

/// The statistics of a metric as far as the design of the samples allows them: without the bounds
/// of quantiles, which take samples to be independent, where they are not; with the standard error
/// that replicates tell, or none.
StatisticsRow known_statistics(const Summary& summary, const GroupSummary& group,
                               std::size_t metric);

/// Whether the interval of the mean is too narrow, as far as is known: see is_skewed().
inline bool is_too_skewed(const Summary& summary, const GroupSummary& group, std::size_t metric) {
  return summary.sampling.is_independent() && is_skewed(group.rows[metric]);
}

/// Throws Error(refused) if the statistics stored in a complete file are not, bit by bit, those of
/// its samples. False if there is nothing to compare: the file is incomplete, or it holds other
/// statistics than this version of the program computes.
bool verify_statistics(const record::ResultFile& file, const Summary& summary);

/// The bytes of the stat_<metric> columns ([group][statistic]), in file order.
std::vector<std::vector<std::byte>> statistics_bytes(const Summary& summary);

}  // namespace montecopter
