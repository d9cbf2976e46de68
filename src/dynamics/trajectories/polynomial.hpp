#pragma once
/// Pieces of polynomials, as the tools around Crazyswarm write them.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/row_frame.hpp"

namespace montecopter {

/// Numbers of a row: the duration, then 8 coefficients of x, y, z and yaw.
inline constexpr std::size_t polynomial_row = 33;

struct PolynomialTrajectory {
  static constexpr std::string_view type_name = "polynomial";
  static constexpr std::string_view doc =
      "Piecewise polynomials of degree 7, as in the CSV files of Crazyswarm";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rows", R"([
  [2.0,
   0.0, 0.0, 0.0, 1.25, -0.9375, 0.1875, 0.0, 0.0,
   0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
   3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
   0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
])"},
  });
  static constexpr PathKind path = PathKind::pieces;
  static constexpr bool has_step_response = false;
  /// Whether rows begin with their time.
  static constexpr bool has_timed_rows = false;
  static constexpr std::array<std::string_view, 2> exactly_one = {"rows", "file"};
  /// Columns and header of its file, see FileTrajectory.
  static constexpr std::size_t least_columns = polynomial_row;
  static constexpr std::string_view header_doc =
      "duration,x^0,...,x^7,y^0,...,y^7,z^0,...,z^7,yaw^0,...,yaw^7";
  static std::vector<std::string> header();

  std::string frame = "ENU/FLU";
  std::vector<std::vector<double>> rows;
  std::string file;
  std::array<double, 3> offset_m = {0, 0, 0};
  HeadingOrRows heading;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key == "file" && file.empty(); }

  static constexpr auto fields() {
    using T = PolynomialTrajectory;
    return FieldList{
        field("frame", &T::frame, row_frames, "Axes of the rows"),
        field("rows", &T::rows,
              "Rows of 33 numbers: duration, then coefficients 0 to 7 of x, y, z and yaw, for "
              "powers of the time since the start of the row"),
        field("file", &T::file,
              "CSV file with the same rows under a header line duration,x^0,x^1,... (instead of "
              "`rows`)"),
        field("offset_m", &T::offset_m, "m", path_position, Vary::per_sample,
              "Offset of the position, NED"),
        field("heading", &T::heading, heading_or_rows_doc),
    };
  }

  void check(Problems& problems) const;

  void fold_place(PathConstants<double>& c) const { c.offset = ned(offset_m); }
  void fit_track(PieceArrays& out) const;
  void fit_turns(PieceArrays& out) const;
};

}  // namespace montecopter
