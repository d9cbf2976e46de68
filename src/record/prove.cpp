#include "record/prove.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace montecopter::record {
namespace {

/// The row of a sample in a column; -1 if it has none.
std::int64_t row_in(const Column& column, const std::vector<std::int64_t>& traced,
                    std::int64_t sample) {
  if (column.rows == Rows::sample) return sample;
  if (column.rows != Rows::trace_sample) return -1;
  const auto at = std::lower_bound(traced.begin(), traced.end(), sample);
  return at != traced.end() && *at == sample ? at - traced.begin() : -1;
}

/// The first column in which the file has other bytes of the sample; empty if none.
std::string differing_column(const ResultFile& file, const Layout& layout, const Block& flown) {
  const std::int64_t sample = flown.rows.front();
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    const Column& column = layout.columns[i];
    const std::int64_t row = row_in(column, layout.trace_samples, sample);
    if (row < 0) continue;
    if (file.read_rows(file.at(column.name), row, 1) != flown.data[i]) return column.name;
  }
  return {};
}

[[noreturn]] void refuse_sample(const ResultFile& file, std::int64_t sample,
                                const std::string& column, const std::string& build) {
  const std::string there = file.build();
  throw Error(
      ExitCode::refused,
      Problem{
          file.path(), "cannot resume this file",
          fmt::format("sample {} flown again has a different '{}': {} flew it, this is {}", sample,
                      column, there.empty() ? "another program" : "montecopter " + there, build),
          "Use --fresh to fly all samples again and replace the file, or name another output file. "
          "Its samples were not touched"});
}

}  // namespace

std::optional<OtherFlight> find_other_flight(const ResultFile& file, const Layout& layout,
                                             const RowRanges& missing, const Refly& refly) {
  const RowRanges finished = without(RowRanges::first(layout.samples), missing);
  if (finished.empty()) return std::nullopt;
  const std::int64_t first = finished.ranges().front().first;
  const std::int64_t last = finished.ranges().back().end - 1;
  for (std::int64_t sample = first;; sample = last) {
    const std::string column = differing_column(file, layout, refly(sample));
    if (!column.empty()) return OtherFlight{sample, column};
    if (sample == last) return std::nullopt;
  }
}

void require_same_flights(const ResultFile& file, const Layout& layout, const RowRanges& missing,
                          const Refly& refly, const std::string& build) {
  const auto other = find_other_flight(file, layout, missing, refly);
  if (other) refuse_sample(file, other->sample, other->column, build);
}

}  // namespace montecopter::record
