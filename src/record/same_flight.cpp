#include "record/same_flight.hpp"

#include <algorithm>

#include "core/base/column_names.hpp"
#include "plan/shard.hpp"

namespace montecopter::record {
namespace {

/// Whether a dataset has one row per sample, that is, a result of a flight besides its traces.
bool is_of_flight(const Dataset& dataset) {
  const bool by_sample = dataset.is_root() && !dataset.dims.empty() && dataset.dims[0] == "sample";
  return by_sample && dataset.name != "sample" && dataset.name != "check" &&
         dataset.name != campaign_sample;
}

/// The first element in which two rows differ; none if they are equal, 0 if they cannot be
/// compared.
std::optional<std::int64_t> differing_element(const ResultFile& file, const Dataset& column,
                                              std::int64_t row, const ResultFile& other,
                                              std::int64_t other_row) {
  const Dataset* same = other.find(column.name);
  if (!same || same->element != column.element || same->row_bytes() != column.row_bytes() ||
      same->dims != column.dims) {
    return 0;
  }
  const auto ours = file.read_rows(column, row, 1), theirs = other.read_rows(*same, other_row, 1);
  const auto at = std::mismatch(ours.begin(), ours.end(), theirs.begin()).first - ours.begin();
  if (at == std::ssize(ours)) return std::nullopt;
  return at / static_cast<std::ptrdiff_t>(size_of(column.element));
}

}  // namespace

std::optional<FlightDifference> first_difference(const ResultFile& file, std::int64_t row,
                                                 const ResultFile& other, std::int64_t other_row,
                                                 const std::set<std::string>& left_out) {
  const Dataset& digest = file.at(digest_column);
  if (const auto k = differing_element(file, digest, row, other, other_row)) {
    const auto steps = file.read_i64("checkpoint");
    return FlightDifference{digest_column, k, steps.at(static_cast<std::size_t>(*k))};
  }
  for (const Dataset& column : file.datasets()) {
    if (!is_of_flight(column) || left_out.count(column.name) > 0) continue;
    if (differing_element(file, column, row, other, other_row)) {
      return FlightDifference{column.name, std::nullopt, 0};
    }
  }
  return std::nullopt;
}

}  // namespace montecopter::record
