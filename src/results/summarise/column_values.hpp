#pragma once
/// Values of a column for statistics: the samples of a group that ended ok. Unless they are few,
/// they are read in pieces on each use: a column of 1e8 samples need not fit into memory.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/row_ranges.hpp"
#include "record/reader.hpp"
#include "results/summarise/mean_interval.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {

class ColumnValues {
 public:
  /// Values of `rows`, the rows of one group; kept in memory if they are no more than `kept_rows`
  /// (8 MB for each thread). Error(refused) if the column is not one number per sample. All
  /// arguments must outlive the object.
  ColumnValues(const record::ResultFile& file, const Samples& samples, const RowRanges& rows,
               const std::string& column, std::int64_t kept_rows = 1 << 20);

  /// Passes on the numbers without NaN, in the order of the samples.
  void each(const TakeValues& take) const;
  Values values() const {
    return [this](const TakeValues& take) { each(take); };
  }

  /// Passes on the numbers with the number of each sample within its group (read_sample_numbers()).
  void each_numbered(const TakeNumbered& take) const;

 private:
  void read(const std::function<void(std::int64_t row, std::span<const double>)>& take) const;

  const record::ResultFile& file_;
  const Samples& samples_;
  const RowRanges& rows_;
  const record::Dataset& dataset_;
  bool is_kept_ = false;
  std::vector<double> kept_;
};

}  // namespace montecopter
