#pragma once
/// A list of places at times, from a log or another program.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/row_frame.hpp"

namespace montecopter {

struct SampledTrajectory {
  static constexpr std::string_view type_name = "sampled";
  static constexpr std::string_view doc =
      "Natural quintic spline through many places at given times";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rows", R"([
  [0.0, 0.0, 0.0, -3.0],
  [1.0, 0.5, 0.0, -3.0],
  [2.0, 1.0, 0.0, -3.0],
])"},
  });
  static constexpr PathKind path = PathKind::pieces;
  static constexpr bool has_step_response = false;
  /// Whether rows begin with their time.
  static constexpr bool has_timed_rows = true;
  static constexpr std::array<std::string_view, 2> exactly_one = {"rows", "file"};
  /// Columns and header of its file, see FileTrajectory.
  static constexpr std::size_t least_columns = 4;
  static constexpr std::string_view header_doc = "t_s,x_m,y_m,z_m or t_s,x_m,y_m,z_m,heading_deg";
  static std::vector<std::string> header();

  std::string frame = "NED/FRD";
  std::vector<std::vector<double>> rows;
  std::string file;
  std::array<double, 3> offset_m = {0, 0, 0};
  HeadingOrRows heading;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const {
    return (key == "file" && file.empty()) || (key == "frame" && frame == "NED/FRD");
  }

  static constexpr auto fields() {
    using T = SampledTrajectory;
    return FieldList{
        field("frame", &T::frame, row_frames, "Axes of the rows"),
        field("rows", &T::rows,
              "Rows [time in s, x, y, z in m] or [..., heading in degrees] in the axes of `frame`, "
              "in ascending time, the first at 0; at least three"),
        field("file", &T::file,
              "CSV file with the same rows under a header line t_s,x_m,y_m,z_m or "
              "t_s,x_m,y_m,z_m,heading_deg (instead of `rows`)"),
        field("offset_m", &T::offset_m, "m", path_position, Vary::per_sample,
              "Offset of the position, NED"),
        field("heading", &T::heading, heading_or_rows_doc),
    };
  }

  void check(Problems& problems) const;

  void fold_place(PathConstants<double>& c) const { c.offset = ned(offset_m); }
  void fit_track(PieceArrays& out) const;
  /// The short way round from one heading to the next; no pieces if the rows have none.
  void fit_turns(PieceArrays& out) const;
};

}  // namespace montecopter
