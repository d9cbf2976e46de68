#pragma once
/// Whether samples of two result files are the same flight. Compares what both files have of it,
/// but never traces.

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "record/reader.hpp"

namespace montecopter::record {

/// First difference between two flights.
struct FlightDifference {
  std::string column;                      ///< "digest", "status", "m_max_tilt_deg"
  std::optional<std::int64_t> checkpoint;  ///< of the digest, counted from 0
  std::int64_t step = 0;                   ///< of that checkpoint
};

/// Compares the digests of sample `row` of `file` and `other_row` of `other` bit by bit, then all
/// other per-sample columns. Columns in `left_out`, and columns that number the samples, are
/// skipped. Returns nothing if they are equal. A column that `other` does not have is a difference.
std::optional<FlightDifference> first_difference(const ResultFile& file, std::int64_t row,
                                                 const ResultFile& other, std::int64_t other_row,
                                                 const std::set<std::string>& left_out);

}  // namespace montecopter::record
