#pragma once
/// Samples of a result that are chosen by what is known of them: by number, by how they ended, by a
/// condition on their columns (core/formula/condition.hpp, docs/conditions.md), or as the worst of
/// all. Only samples that were flown are ever chosen.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// One number of each sample, as conditions and lists name it.
struct SampleColumn {
  enum class Kind { other, input, metric };
  std::string dataset;  ///< "m_max_tilt_deg", "in_vehicle.mass_kg", "t_end_s"
  std::string name;     ///< "max_tilt_deg", "vehicle.mass_kg", "t_end_s"
  std::string unit;     ///< "1" or "" if there is none
  Kind kind = Kind::other;
  bool is_whole = false;                ///< stored as a whole number
  std::vector<std::string> codes = {};  ///< what its numbers are called, if they have names
};

/// The columns with one number per sample, in the order of the file.
std::vector<SampleColumn> sample_columns(const record::ResultFile& file);

/// Which samples are asked for. What is given holds together: those that are named, that failed,
/// for which the condition holds, of the point; of these the `count` largest.
struct SampleChoice {
  std::vector<std::int64_t> numbers;  ///< ascending; empty: any
  std::optional<std::string> where;
  bool failed = false;
  std::optional<std::int64_t> point;  ///< of the sweep
  std::optional<std::int64_t> count;
  std::optional<std::string> by;  ///< a metric, or a formula of columns; with `count`
  bool smallest = false;          ///< `by` where small is bad

  bool is_empty() const { return numbers.empty() && !where && !failed && !count; }
  /// "max_tilt_deg > 40, the 5 largest max_distance_from_start_m"; for people.
  std::string text() const;
};

struct ChosenSamples {
  std::vector<std::int64_t> numbers;  ///< ascending, or from the worst on
  std::vector<double> by;             ///< of each, if the choice says by what
};

/// Error(usage), which names the option, where a condition or formula is wrong ("--where", "--by"),
/// or a sample or point does not exist or is not flown. Equal values keep the order of numbers; NaN
/// is never among the worst.
ChosenSamples choose_samples(const record::ResultFile& file, const Samples& samples,
                             const SampleChoice& choice);

}  // namespace montecopter
