#pragma once
/// Sweeps: parameters, and sets of values, that take every combination, each with all samples.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

/// More points than this are refused: a grid that large is a mistake.
inline constexpr std::int64_t max_sweep_points = 1'000'000;

/// More sets of values on one axis, or more combinations of sets, than this are refused: a scenario
/// is made of each.
inline constexpr std::size_t most_sets = 500;

/// A point of an axis of sets: tables that are laid over the scenario. They are taken before the
/// scenario is read (value_sets.hpp), so that no key is left here.
struct ValueSet {
  static constexpr bool is_open = true;

  std::string text;  ///< canonical, below the header of the set; made by load_scenario()

  static constexpr auto fields() { return FieldList{}; }
  static constexpr auto not_keys() { return FieldList{&ValueSet::text}; }
};

/// One swept parameter, or one axis of sets. The user gives exactly one of values, linspace,
/// geomspace, file, sets and include; once loaded, only `values` is left, or of sets `sets`, whose
/// values are their numbers in the order of their names.
struct SweepAxis {
  std::vector<double> values;
  std::vector<double> linspace;
  std::vector<double> geomspace;
  std::string file;
  std::string column;
  std::map<std::string, ValueSet> sets;
  std::vector<std::string> include;

  std::vector<std::string> tables;  ///< of an axis of sets: what any of its sets lays over, by key
  std::size_t chosen = 0;           ///< of an axis of sets: which one this scenario has

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

/// By dotted path, or by a name that the user gives to an axis of sets; sorted: the order of the
/// axes.
using Sweep = std::map<std::string, SweepAxis>;

/// The Cartesian product of the axes. Points are numbered from 0, the last axis is the fastest.
/// Without axes there is one point.
class SweepGrid {
 public:
  SweepGrid() = default;
  /// From axes that were loaded: with values, and at most max_sweep_points in all.
  explicit SweepGrid(const Sweep& sweep);

  std::size_t axes() const { return paths_.size(); }
  const std::string& path(std::size_t axis) const { return paths_[axis]; }
  std::int64_t points() const { return points_; }
  /// Number of values of each axis.
  std::vector<std::int64_t> shape() const;
  /// Value of an axis; for an axis of sets the number of the set.
  double value(std::size_t axis, std::int64_t point) const;
  /// Names of the sets of an axis; empty: it is of numbers.
  const std::vector<std::string>& set_names(std::size_t axis) const { return set_names_[axis]; }
  /// The value as TOML, or the name of the set.
  std::string text(std::size_t axis, std::int64_t point) const;
  /// "vehicle.mass_kg = 0.8, gains = stiff".
  std::string describe(std::int64_t point) const;

  /// Combinations of sets, each of which makes a scenario of its own: 1 without axes of sets.
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
