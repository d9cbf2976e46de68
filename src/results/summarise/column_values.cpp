#include "results/summarise/column_values.hpp"

#include <algorithm>
#include <cmath>

namespace montecopter {
namespace {

/// Number of values that are read at once, so that they are processed while in the cache.
constexpr std::int64_t piece_rows = 8192;

}  // namespace

ColumnValues::ColumnValues(const record::ResultFile& file, const Samples& samples,
                           const RowRanges& rows, const std::string& column, std::int64_t kept_rows)
    : file_(file), samples_(samples), rows_(rows), dataset_(sample_column(file, column)) {
  if (rows.count() > kept_rows) return;
  kept_.reserve(static_cast<std::size_t>(rows.count()));
  each([&](std::span<const double> piece) {
    kept_.insert(kept_.end(), piece.begin(), piece.end());
  });
  is_kept_ = true;
}

/// Reads all rows, whatever the status of the samples.
void ColumnValues::read(
    const std::function<void(std::int64_t row, std::span<const double>)>& take) const {
  std::vector<double> piece;
  for (const RowRange& range : rows_.ranges()) {
    for (std::int64_t first = range.first; first < range.end; first += piece_rows) {
      file_.read_f64(dataset_, first, std::min(piece_rows, range.end - first), piece);
      take(first, piece);
    }
  }
}

void ColumnValues::each(const TakeValues& take) const {
  if (is_kept_) return take(kept_);
  std::vector<double> counted;
  read([&](std::int64_t row, std::span<const double> piece) {
    counted.resize(piece.size());
    std::size_t count = 0;
    for (const double x : piece) {
      const bool is_ok = samples_.at_row(row++) == Status::ok;
      counted[count] = x;
      count += static_cast<std::size_t>(is_ok) & static_cast<std::size_t>(!std::isnan(x));
    }
    take(std::span(counted).first(count));
  });
}

void ColumnValues::each_numbered(const TakeNumbered& take) const {
  const record::Dataset* numbers = sample_numbers(file_);
  std::vector<double> stored;
  std::vector<NumberedValue> counted;
  read([&](std::int64_t row, std::span<const double> piece) {
    const auto count = std::ssize(piece);
    if (numbers != nullptr) file_.read_f64(*numbers, row, count, stored);
    counted.clear();
    for (Index i = 0; i < piece.size(); ++i) {
      const std::int64_t sample = row++;
      if (samples_.at_row(sample) != Status::ok || std::isnan(piece[i])) continue;
      counted.push_back({numbers ? number_of(stored[i]) : sample, piece[i]});
    }
    take(counted);
  });
}

}  // namespace montecopter
