#pragma once
/// Converts the index of an element to words: sample, time, step, axis. Reports of differences, and
/// the Tally through Grid, take places from here.

#include <optional>
#include <string>

#include "results/diff/compare.hpp"

namespace montecopter::diff {

/// Places of elements in a file. The file must outlive it.
class Places {
 public:
  explicit Places(const record::ResultFile& file);

  /// Sample, time, step and further axes of an element of a dataset; for attitudes, the last axis
  /// is left out.
  Place of(const record::Dataset& dataset, std::int64_t index, bool is_attitude = false) const;
  /// Number of the sample of a row; nullopt if rows are not samples.
  std::optional<std::int64_t> sample_of(const record::Dataset& dataset, std::int64_t row) const;
  /// "time 0.5 s", "axis y", "step 500 (0.5 s)": a position on an axis, by its coordinate or name.
  std::string position_text(const std::string& dim, std::int64_t position) const;
  /// When a step ends [s], by the rate of the integrator in the resolved scenario; nullopt if the
  /// resolved text is not a scenario of ours.
  std::optional<double> time_of_step(double step) const;

 private:
  const record::ResultFile& file_;
  std::optional<double> steps_, seconds_;  ///< `steps_` steps take `seconds_` seconds
};

/// A value as text; a code (CF's `flag_values`, such as `status`) as its meaning: "diverged".
std::string value_text(const record::Dataset& dataset, double value);

/// The order of the elements: rows are samples, and times are the axis with coordinates in seconds.
Grid grid_of(const record::ResultFile& file, const record::Dataset& dataset);

/// The dataset with the times of a signal over time; nullptr for other datasets.
const record::Dataset* times_of(const record::ResultFile& file, const record::Dataset& dataset);

/// Whether the rows of a dataset are samples: all samples or the traced ones.
bool is_by_sample(const record::Dataset& dataset);

}  // namespace montecopter::diff
