#pragma once
/// The samples of a result file for statistics: the status of each, and its group. A file without a
/// sweep has one group, a sweep has one group for each point.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.hpp"
#include "core/base/row_ranges.hpp"
#include "plan/vocabulary.hpp"
#include "record/reader.hpp"

namespace montecopter {

/// A validity limit by its name in the file, and the number of samples that exceeded it.
struct ValidityCount {
  std::string name;
  std::int64_t samples = 0;
};
using ValidityCounts = std::vector<ValidityCount>;  ///< by bit

/// All of them, in the order of their codes.
inline constexpr auto all_statuses = [] {
  std::array<Status, status_names.size()> all{};
  for (Index code = 0; code < all.size(); ++code) all[code] = static_cast<Status>(code);
  return all;
}();

constexpr const char* status_name(Status status) {
  return status_names[static_cast<Index>(status)];
}

/// Samples by status.
struct StatusCounts : std::array<std::int64_t, status_names.size()> {
  using array::operator[];
  std::int64_t& operator[](Status status) { return (*this)[static_cast<Index>(status)]; }
  std::int64_t operator[](Status status) const { return (*this)[static_cast<Index>(status)]; }
};

/// Whether statistics exclude samples with this status.
constexpr bool is_failure(Status status) {
  return status != Status::ok && status != Status::not_run;
}

/// A value that a sweep sets at a point.
struct SweepValue {
  std::string path;
  std::string text;  ///< as in TOML, without quotes
  bool is_number = true;
};

struct Group {
  std::optional<std::int64_t> point;  ///< sweep point, if there is a sweep
  std::vector<SweepValue> values;
};

/// Status and groups of all samples. One byte per sample, since there may be 1e8.
struct Samples {
  std::vector<Status> status;  ///< by sample; also not_run if its `check` is missing
  std::vector<Group> groups;   ///< at least one

  std::size_t size() const { return status.size(); }
  bool flown(std::size_t sample) const { return status[sample] != Status::not_run; }
  /// How the sample of a row of the file ended.
  Status at_row(std::int64_t row) const { return status[static_cast<Index>(row)]; }
  bool flown_at_row(std::int64_t row) const { return at_row(row) != Status::not_run; }
  StatusCounts counts() const;

  /// The group of a flown sample.
  std::size_t group_of(std::size_t sample) const;
  /// The rows of each group, flown or not.
  std::vector<RowRanges> rows_by_group() const;
  /// Assigns the samples from this one on to the group, until the next call. Call in ascending
  /// order.
  void begin_group(std::size_t sample, std::size_t group);

 private:
  struct Run {
    std::size_t first, group;
  };
  std::vector<Run>
      runs_;  ///< runs of samples of one group; samples before the first run are of group 0
};

/// Reads status, check and sweep. Error(refused) if they contradict each other.
Samples read_samples(const record::ResultFile& file);

/// The number of each sample within its group; a file of chosen samples stores it. Valid for flown
/// samples only. 8 bytes per sample: for large files use sample_numbers() in pieces.
std::vector<std::int64_t> read_sample_numbers(const record::ResultFile& file,
                                              const Samples& samples);

/// The column that read_sample_numbers() reads; null if the numbers are the rows.
const record::Dataset* sample_numbers(const record::ResultFile& file);
/// The sample number for a value of that column, which is arbitrary if a sample was not flown.
std::int64_t number_of(double stored);

/// Names of the numbers of a column that numbers the sets of values of a sweep; empty for other
/// columns.
std::vector<std::string> set_names(const record::Dataset& dataset);

/// A column with one number per sample. Error(refused) if it has another shape.
const record::Dataset& sample_column(const record::ResultFile& file, const std::string& name);
/// The values of such a column, 8 bytes per sample.
std::vector<double> read_sample_column(const record::ResultFile& file, const std::string& name);

}  // namespace montecopter
