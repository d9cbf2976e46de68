#pragma once
/// From the number of an element to words: sample, time, step, axis. Reports of differences, and
/// the Tally through Grid, take places from here.

#include <optional>
#include <string>

#include "results/diff/compare.hpp"

namespace montecopter::diff {

/// Says where in a file something is. Lives no longer than the file.
class Places {
 public:
  explicit Places(const record::ResultFile& file);

  /// Sample, time, step and further axes of an element of a dataset; of an attitude the last axis
  /// is left out.
  Place of(const record::Dataset& dataset, std::int64_t index, bool is_attitude = false) const;
  /// Number of the sample that a row belongs to; nullopt if rows are not of samples.
  std::optional<std::int64_t> sample_of(const record::Dataset& dataset, std::int64_t row) const;
  /// "time 0.5 s", "axis y", "step 500 (0.5 s)": a position on an axis, by its coordinate or name.
  std::string position_text(const std::string& dim, std::int64_t position) const;
  /// When a step ends [s], by the rate of the integrator in the resolved scenario; nothing if that
  /// is no scenario of ours.
  std::optional<double> time_of_step(double step) const;

 private:
  const record::ResultFile& file_;
  std::optional<double> steps_, seconds_;  ///< so many steps take so many seconds
};

/// A value as text; of codes (CF's `flag_values`, as of `status`) what they mean: "diverged".
std::string value_text(const record::Dataset& dataset, double value);

/// How the elements lie: rows are samples, and times are what has coordinates in seconds.
Grid grid_of(const record::ResultFile& file, const record::Dataset& dataset);

/// The dataset with the times of a signal over time; nullptr if it is none.
const record::Dataset* times_of(const record::ResultFile& file, const record::Dataset& dataset);

/// Whether the rows of a dataset are samples, all of them or the traced ones.
bool is_by_sample(const record::Dataset& dataset);

}  // namespace montecopter::diff
