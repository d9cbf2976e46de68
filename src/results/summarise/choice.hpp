#pragma once
/// Choice of samples of a result: by number, by status, as the worst of all, or by a condition on
/// their columns (core/formula/condition.hpp, docs/conditions.md). Only flown samples are chosen.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// A column with one number per sample, as conditions and lists name it.
struct SampleColumn {
  enum class Kind { other, input, metric };
  std::string dataset;  ///< "m_max_tilt_deg", "in_vehicle.mass_kg", "t_end_s"
  std::string name;     ///< "max_tilt_deg", "vehicle.mass_kg", "t_end_s"
  std::string unit;     ///< "1" or "" without a unit
  Kind kind = Kind::other;
  bool is_whole = false;                ///< stored as a whole number
  std::vector<std::string> codes = {};  ///< names of its numbers, if they have names
};

/// The columns with one number per sample, in the order of the file.
std::vector<SampleColumn> sample_columns(const record::ResultFile& file);

/// Request for samples. All given criteria must hold: named, failed, condition, point. The `count`
/// largest of these samples are chosen.
struct SampleChoice {
  std::vector<std::int64_t> numbers;  ///< ascending; empty: any
  std::optional<std::string> where;
  bool failed = false;
  std::optional<std::int64_t> point;  ///< sweep point
  std::optional<std::int64_t> count;
  std::optional<std::string> by;  ///< a metric, or a formula of columns; with `count`
  bool smallest = false;          ///< choose the smallest `by`, where small is bad

  bool is_empty() const { return numbers.empty() && !where && !failed && !count; }
  /// "max_tilt_deg > 40, the 5 largest max_distance_from_start_m"; for people.
  std::string text() const;
};

struct ChosenSamples {
  std::vector<std::int64_t> numbers;  ///< ascending, or worst first
  std::vector<double> by;             ///< value of `by` for each, if the choice has one
};

/// Chooses samples. Error(usage), which names the option, if a condition or formula is wrong
/// ("--where", "--by"), or if a sample or point does not exist or was not flown. Equal values keep
/// the order of numbers; NaN is never among the worst.
ChosenSamples choose_samples(const record::ResultFile& file, const Samples& samples,
                             const SampleChoice& choice);

}  // namespace montecopter
