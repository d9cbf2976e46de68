#pragma once
/// The set-points of a flight that was recorded, as its controller had them.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"

namespace montecopter {

/// Reference between two rows.
inline constexpr std::array<Choice, 2> between_rows = {{
    {"linear", "a line, whose slope is the velocity of the reference"},
    {"hold", "the last row, at rest"},
}};

/// Sources of rows if none are given.
inline constexpr std::array<Choice, 2> recorded_ways = {{
    {"position_reference", "the set-points in the log"},
    {"position", "the flown path"},
}};

struct RecordedTrajectory {
  static constexpr std::string_view type_name = "recorded";
  static constexpr std::string_view doc =
      "Set-points of a recorded flight, joined by lines or held";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rows", R"([
  [0.0, 0.0, 0.0, -3.0],
  [1.0, 0.5, 0.0, -3.0],
])"},
  });
  static constexpr PathKind path = PathKind::pieces;
  static constexpr bool has_step_response = false;
  /// Whether rows begin with their time.
  static constexpr bool has_timed_rows = true;

  std::string between = "linear";
  std::string follow = "position_reference";
  std::vector<std::vector<double>> rows;
  std::array<double, 3> offset_m = {0, 0, 0};
  HeadingOrRows heading;

  static constexpr auto fields() {
    using T = RecordedTrajectory;
    return FieldList{
        field("between", &T::between, between_rows, "Reference between two rows"),
        field("follow", &T::follow, recorded_ways,
              "Signal of the log of `[recorded]` that provides the rows, if none are given"),
        field("rows", &T::rows,
              "Rows [time in s, north, east, down in m] or [..., heading in degrees], in ascending "
              "time, the first at 0. Default: from the log of `[recorded]`"),
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
