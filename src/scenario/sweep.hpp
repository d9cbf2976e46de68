#pragma once
/// Sweeps: parameters that take every combination of given values, each with all samples.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fields/fields.hpp"

namespace montecopter {

/// More points than this are refused: a grid that large is a mistake.
inline constexpr std::int64_t max_sweep_points = 1'000'000;

/// One swept parameter. The user gives exactly one of values, linspace, geomspace and file; once
/// loaded, only `values` is left.
struct SweepAxis {
  std::vector<double> values;
  std::vector<double> linspace;
  std::vector<double> geomspace;
  std::string file;
  std::string column;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key != "values"; }

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
    };
  }
};

/// By dotted path, sorted: the order of the axes.
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
  double value(std::size_t axis, std::int64_t point) const;
  /// "vehicle.mass_kg = 0.8, environment.gravity_m_s2 = 9.81".
  std::string describe(std::int64_t point) const;

 private:
  std::vector<std::string> paths_;
  std::vector<std::vector<double>> values_;
  std::vector<std::int64_t> strides_;  ///< points between neighbours along each axis
  std::int64_t points_ = 1;
};

}  // namespace montecopter
