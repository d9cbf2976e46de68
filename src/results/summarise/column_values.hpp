#pragma once
/// The numbers of a column of a result that statistics are of: those of the samples of a group that
/// ended ok. They are read as often as they are asked for, in pieces, unless they are few: a column
/// of 1e8 samples does not have to fit into memory.

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
  /// (8 MB for each thread). Error(refused) if the column is not one number per sample. All that is
  /// given has to live as long.
  ColumnValues(const record::ResultFile& file, const Samples& samples, const RowRanges& rows,
               const std::string& column, std::int64_t kept_rows = 1 << 20);

  /// Numbers, NaN left out, in the order of the samples.
  void each(const TakeValues& take) const;
  Values values() const {
    return [this](const TakeValues& take) { each(take); };
  }

  /// The same with the number of each sample among those of its group (read_sample_numbers()).
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
