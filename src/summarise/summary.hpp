#pragma once
/// A finished result in numbers and words: how many samples ended how, statistics of every metric.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "summarise/points.hpp"
#include "summarise/statistics.hpp"

namespace montecopter {

struct Summary {
  std::string scenario;
  std::array<std::int64_t, status_names.size()> status_counts{};  ///< by status code
  SweepPoints points;
  /// One per metric and, within a metric, per sweep point; over samples with status ok.
  std::vector<StatisticsRow> rows;

  std::int64_t samples() const;
  const StatisticsRow& row(std::size_t metric, std::size_t point) const {
    return rows[metric * points.size() + point];
  }
  std::int64_t failed() const { return samples() - count(Status::ok) - count(Status::not_run); }
  std::int64_t count(Status status) const {
    return status_counts[static_cast<std::size_t>(status)];
  }
};

/// Reads status and metrics of a result file.
Summary summarise(const record::ResultFile& file);

/// The bytes of the stat_<metric> columns, in layout order.
std::vector<std::vector<std::byte>> statistics_bytes(const Summary& summary);

/// For a terminal; ends with a newline.
std::string summary_text(const Summary& summary);
/// One JSON object; ends with a newline.
std::string summary_json(const Summary& summary, const std::string& file,
                         const std::string& content_sha256);

}  // namespace montecopter
