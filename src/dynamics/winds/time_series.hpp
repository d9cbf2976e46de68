#pragma once
/// Wind from a table of measured velocities, linear between its rows.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/winds/wind_point.hpp"

namespace montecopter {

struct TimeSeriesWind {
  static constexpr std::string_view type_name = "time_series";
  static constexpr std::string_view doc =
      "Table of velocities, linear between its rows, constant before the first and after the last";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rows", "[[0.0, 0.0, 0.0, 0.0], [1.0, 5.0, 0.0, 0.0]]"},
  });
  static constexpr bool varies = true;
  static constexpr const char* strength = "scale";
  static constexpr std::array<std::string_view, 2> exactly_one = {"rows", "file"};
  static constexpr std::array<std::string_view, 4> header = {"t_s", "north_m_s", "east_m_s",
                                                             "down_m_s"};
  static constexpr std::size_t columns = header.size();
  static constexpr const char* row_doc =
      "a row is a time and the air velocity north, east and down";
  static constexpr bool ascends = true;  ///< the first column

  std::vector<std::vector<double>> rows;
  std::string file;
  double scale = 1.0;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key == "file" && file.empty(); }

  static constexpr auto fields() {
    using W = TimeSeriesWind;
    return FieldList{
        field("rows", &W::rows,
              "Rows [t_s, north, east, down] of the velocity of the air [m/s], in ascending time"),
        field("file", &W::file,
              "CSV file with the same rows under the header line t_s,north_m_s,east_m_s,down_m_s "
              "(instead of `rows`)"),
        field("scale", &W::scale, "1", any_number, Vary::per_sample,
              "Factor on all velocities of the table"),
    };
  }

  void check(Problems& problems) const;

  bool is_still() const { return scale == 0; }
  bool is_sound() const { return true; }

  template <class S>
  struct Constants {
    S scale;
  };

  Constants<double> fold(double) const { return {scale}; }

  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    const std::int64_t after = first_after(at.series, at.time_s);
    const double* last = row(at.series, after < at.series.rows ? after : at.series.rows - 1);
    const double* first = row(at.series, after > 0 ? after - 1 : 0);
    const bool between = 0 < after && after < at.series.rows;
    const S fraction = between ? (S(at.time_s) - S(first[0])) / (S(last[0]) - S(first[0])) : S(0.0);
    const auto mixed = [&](int k) {
      return c.scale * fma(fraction, S(last[k]) - S(first[k]), S(first[k]));
    };
    return {mixed(1), mixed(2), mixed(3)};
  }

 private:
  static const double* row(const WindSeries& series, std::int64_t i) {
    return series.numbers + i * static_cast<std::int64_t>(columns);
  }

  /// The first row later than t; rows() if there is none.
  static std::int64_t first_after(const WindSeries& series, double t) {
    std::int64_t low = 0, high = series.rows;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (t < *row(series, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
};

}  // namespace montecopter
