#pragma once
/// A finished result in numbers and words: how many samples ended how, statistics of every metric.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "summarise/statistics.hpp"

namespace montecopter {

struct Summary {
  std::string scenario;
  std::array<std::int64_t, status_names.size()> status_counts{};  ///< by status code
  std::vector<StatisticsRow> rows;  ///< one per metric, over samples with status ok

  std::int64_t samples() const;
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
