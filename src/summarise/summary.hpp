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
  std::array<std::int64_t, 4> status_counts{};  ///< by status code: not_run, ok, diverged, invalid
  std::vector<StatisticsRow> rows;              ///< one per metric, over samples with status ok

  std::int64_t samples() const;
  std::int64_t failed() const { return status_counts[2] + status_counts[3]; }
};

/// Names of the status codes, as in the file's flag_meanings.
inline constexpr std::array<const char*, 4> status_names = {"not_run", "ok", "diverged",
                                                            "invalid_input"};

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
