#pragma once
/// Summary of a result: number of samples by status, and statistics of every metric, for each group
/// (all samples, or the samples of a sweep point).
///
/// `run`, `merge`, `stats`, `sensitivity`, `report`, `fsck` and `regress` call summarise(). It
/// counts status and validity, and finds the metric columns (datasets m_<metric>). Then, on several
/// threads, it computes statistics_of() over the samples with status ok and the interval of the
/// mean, for each metric and group. A finished file stores statistics_bytes().
///
/// Memory: GroupSummary::rows[metric] is a StatisticsRow. Columns are read from the file in pieces
/// (column_values.hpp) and not kept, so that memory does not grow with the samples.

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
  StatusCounts counts{};            ///< not_run is counted for the whole file only
  std::vector<StatisticsRow> rows;  ///< one per metric, over samples with status ok; as stored
  std::vector<MeanInterval> means;  ///< one per metric; unknown if the design gives no interval
};

struct Summary {
  std::string scenario;
  bool complete = false;  ///< the file says that it is finished
  StatusCounts counts{};
  std::optional<ValidityCounts>
      left_model;                      ///< flown samples beyond each validity limit, if any limits
  std::vector<SummaryMetric> metrics;  ///< in file order
  Sampling sampling;
  std::vector<GroupSummary> groups;  ///< one, or one per point of a sweep

  std::int64_t samples() const;
  std::int64_t failed() const { return samples() - count(Status::ok) - count(Status::not_run); }
  std::int64_t count(Status status) const { return counts[status]; }
  bool is_sweep() const { return groups.front().group.point.has_value(); }
};

/// Computes the summary from the columns of a result file, finished or not. The bits do not depend
/// on the number of threads.
Summary summarise(const record::ResultFile& file);
Summary summarise(const record::ResultFile& file, const Samples& samples, int threads = 1);

/// The statistics of a metric that the sampling design allows. Samples that are not independent
/// have no bounds of quantiles; their standard error comes from replicates, if there are any.
StatisticsRow known_statistics(const Summary& summary, const GroupSummary& group,
                               std::size_t metric);

/// Whether the interval of the mean is too narrow by the rule of is_skewed().
inline bool is_too_skewed(const Summary& summary, const GroupSummary& group, std::size_t metric) {
  return summary.sampling.is_independent() && is_skewed(group.rows[metric]);
}

/// Compares the stored statistics of a complete file with its samples, bit by bit; Error(refused)
/// if they differ. False if there is nothing to compare: the file is incomplete, or it holds other
/// statistics than this version of the program computes.
bool verify_statistics(const record::ResultFile& file, const Summary& summary);

/// The bytes of the stat_<metric> columns ([group][statistic]), in file order.
std::vector<std::vector<std::byte>> statistics_bytes(const Summary& summary);

}  // namespace montecopter
