#pragma once
/// The samples of a result file as statistics see them: how each ended, and which of them belong
/// together. A file without a sweep is one group; a sweep has one for each of its points.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

struct Samples {
  std::vector<Status> status;      ///< by sample; not_run, too, where its `check` is missing
  std::vector<std::size_t> group;  ///< by sample; only of those that were flown
  std::vector<Group> groups;       ///< one at least

  std::size_t size() const { return status.size(); }
  bool flown(std::size_t sample) const { return status[sample] != Status::not_run; }
  StatusCounts counts() const;
};

/// Reads status, check and sweep. Error(refused) if they contradict each other.
Samples read_samples(const record::ResultFile& file);

/// Which of the samples of its group each is; a file of chosen samples says it. Only of those that
/// were flown.
std::vector<std::int64_t> read_sample_numbers(const record::ResultFile& file,
                                              const Samples& samples);

/// What the numbers of a column are called that tells sets of values of a sweep; empty for others.
std::vector<std::string> set_names(const record::Dataset& dataset);

/// A column with one number per sample. Error(refused) if it is of another shape.
std::vector<double> read_sample_column(const record::ResultFile& file, const std::string& name);

}  // namespace montecopter
