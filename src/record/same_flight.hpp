#pragma once
/// Whether a sample of one result file is the same flight as a sample of another, by what both have
/// of it, whatever their traces are.

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "record/reader.hpp"

namespace montecopter::record {

/// Where two flights first differ.
struct FlightDifference {
  std::string column;                      ///< "digest", "status", "m_max_tilt_deg"
  std::optional<std::int64_t> checkpoint;  ///< of the digest, counted from 0
  std::int64_t step = 0;                   ///< of that checkpoint
};

/// Compares, bit by bit, the digests of sample `row` of `file` and `other_row` of `other`, then all
/// else that both have one number of per sample; but for `left_out`, and for columns that say which
/// sample it is. Nothing if they are the same. A column that `other` does not have differs.
std::optional<FlightDifference> first_difference(const ResultFile& file, std::int64_t row,
                                                 const ResultFile& other, std::int64_t other_row,
                                                 const std::set<std::string>& left_out);

}  // namespace montecopter::record
