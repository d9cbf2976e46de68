#pragma once
/// The samples of a result file as statistics see them: how each ended, and which of them belong
/// together. A file without a sweep is one group; a sweep has one for each of its points.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/row_ranges.hpp"
#include "plan/vocabulary.hpp"
#include "record/reader.hpp"

namespace montecopter {

using ValidityCounts = std::array<std::int64_t, validity_count>;     ///< by bit
using StatusCounts = std::array<std::int64_t, status_names.size()>;  ///< by status code

/// Ends that statistics leave out.
constexpr bool is_failure(Status status) {
  return status != Status::ok && status != Status::not_run;
}

/// What a sweep set at one of its points.
struct SweepValue {
  std::string path;
  std::string text;  ///< as in TOML, without quotes
  bool is_number = true;
};

struct Group {
  std::optional<std::int64_t> point;  ///< of the sweep, if there is one
  std::vector<SweepValue> values;
};

/// One byte for each sample: there may be 1e8 of them.
struct Samples {
  std::vector<Status> status;  ///< by sample; not_run, too, where its `check` is missing
  std::vector<Group> groups;   ///< one at least

  std::size_t size() const { return status.size(); }
  bool flown(std::size_t sample) const { return status[sample] != Status::not_run; }
  StatusCounts counts() const;

  /// Only of samples that were flown.
  std::size_t group_of(std::size_t sample) const;
  /// The rows of each group; not all of them need be flown.
  std::vector<RowRanges> rows_by_group() const;
  /// The samples from this one on are of the group, until another call says otherwise. Ascending.
  void begin_group(std::size_t sample, std::size_t group);

 private:
  struct Run {
    std::size_t first, group;
  };
  std::vector<Run> runs_;  ///< of samples of one group; the samples before the first are of 0
};

/// Reads status, check and sweep. Error(refused) if they contradict each other.
Samples read_samples(const record::ResultFile& file);

/// Which of the samples of its group each is; a file of chosen samples says it. Only of those that
/// were flown. 8 bytes for each sample: of large files ask for sample_numbers() in pieces.
std::vector<std::int64_t> read_sample_numbers(const record::ResultFile& file,
                                              const Samples& samples);

/// The column that read_sample_numbers() reads; null if the numbers are those of the rows.
const record::Dataset* sample_numbers(const record::ResultFile& file);
/// What a number of that column stands for, which may be anything where a sample was not flown.
std::int64_t number_of(double stored);

/// What the numbers of a column are called that numbers the sets of values of a sweep; empty for
/// others.
std::vector<std::string> set_names(const record::Dataset& dataset);

/// A column with one number per sample. Error(refused) if it is of another shape.
const record::Dataset& sample_column(const record::ResultFile& file, const std::string& name);
/// The same as numbers, 8 bytes for each sample.
std::vector<double> read_sample_column(const record::ResultFile& file, const std::string& name);

}  // namespace montecopter
