#pragma once
/// Sweeps: every combination of swept parameters and sets of values, each with all samples.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Limit of sweep points: a larger grid is a mistake.
inline constexpr std::int64_t max_sweep_points = 1'000'000;

/// Limit of sets of values on one axis, and of combinations of sets, because each makes a scenario.
inline constexpr std::size_t most_sets = 500;

/// A point of an axis of sets: tables that override the scenario. They are removed before the
/// scenario is read (value_sets.hpp), so this struct has no key for them.
struct ValueSet {
  static constexpr bool is_open = true;

  std::string text;  ///< canonical, below the header of the set; made by load_scenario()

  static constexpr auto fields() { return FieldList{}; }
  static constexpr auto not_keys() { return FieldList{&ValueSet::text}; }
};

/// One swept parameter, or one axis of sets. The user gives exactly one of values, linspace,
/// geomspace, file, sets and include. Once loaded, only `values` is left. For sets, `sets` is left,
/// and the values are the numbers of the sets in the order of their names.
struct SweepAxis {
  std::vector<double> values;
  std::vector<double> linspace;
  std::vector<double> geomspace;
  std::string file;
  std::string column;
  std::map<std::string, ValueSet> sets;
  std::vector<std::string> include;

  std::vector<std::string> tables;  ///< keys of the tables that any set of the axis overrides
  std::size_t chosen = 0;           ///< number of the chosen set of an axis of sets

  bool is_of_sets() const { return !sets.empty(); }

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key != "values" || is_of_sets(); }

  static constexpr auto fields() {
    using A = SweepAxis;
    return FieldList{
        field("values", &A::values, "", any_number, Vary::fixed, "The values, in this order"),
        field("linspace", &A::linspace, "", any_number, Vary::fixed,
              "[first, last, count]: equal differences, both ends included"),
        field("geomspace", &A::geomspace, "", any_number, Vary::fixed,
              "[first, last, count]: equal ratios, both ends included"),
        field("file", &A::file, "CSV file with the values, relative to the scenario file"),
        field("column", &A::column, "Column of the file; not needed if it has only one"),
        field(
            "sets", &A::sets,
            "Sets of values by name: each is a point, whose tables override keys of the scenario"),
        field("include", &A::include,
              "Files: each is a point, at which the file replaces the table that the axis names"),
    };
  }
  static constexpr auto not_keys() { return FieldList{&SweepAxis::tables, &SweepAxis::chosen}; }
};

/// Axes by dotted path, or by the name of an axis of sets; sorted, which is the order of the axes.
using Sweep = std::map<std::string, SweepAxis>;

/// The Cartesian product of the axes. Points are numbered from 0, the last axis is the fastest.
/// Without axes there is one point.
class SweepGrid {
 public:
  SweepGrid() = default;
  /// Makes the grid of loaded axes: with values, and at most max_sweep_points in all.
  explicit SweepGrid(const Sweep& sweep);

  std::size_t axes() const { return paths_.size(); }
  const std::string& path(std::size_t axis) const { return paths_[axis]; }
  std::int64_t points() const { return points_; }
  /// Number of values of each axis.
  std::vector<std::int64_t> shape() const;
  /// Value of an axis; for an axis of sets the number of the set.
  double value(std::size_t axis, std::int64_t point) const;
  /// Names of the sets of an axis; empty for an axis of numbers.
  const std::vector<std::string>& set_names(std::size_t axis) const { return set_names_[axis]; }
  /// The value as TOML, or the name of the set.
  std::string text(std::size_t axis, std::int64_t point) const;
  /// "vehicle.mass_kg = 0.8, gains = stiff".
  std::string describe(std::int64_t point) const;

  /// Number of combinations of sets, each of which makes a scenario of its own: 1 without axes of
  /// sets.
  std::size_t variants() const { return variants_; }
  /// Variant of a point, counted as points are: the last axis of sets is the fastest.
  std::size_t variant(std::int64_t point) const;

 private:
  std::size_t index(std::size_t axis, std::int64_t point) const {
    return static_cast<std::size_t>(point / strides_[axis]) % values_[axis].size();
  }

  std::vector<std::string> paths_;
  std::vector<std::vector<double>> values_;
  std::vector<std::vector<std::string>> set_names_;
  std::vector<std::int64_t> strides_;  ///< points between neighbours along each axis
  std::int64_t points_ = 1;
  std::size_t variants_ = 1;
};

}  // namespace montecopter
