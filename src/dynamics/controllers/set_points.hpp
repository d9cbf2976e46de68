#pragma once
/// Set-points over time, for the inner loops of cascaded controllers.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/controllers/timed_rows.hpp"
#include "fields/fields.hpp"

namespace montecopter {

/// In the order of set_point_kinds.
enum class SetPointKind : int { body_rate, attitude, acceleration };

/// What a row says after its time; the doc names the numbers.
inline constexpr std::array<Choice, 3> set_point_kinds = {{
    {"body_rate", "roll, pitch and yaw rate [rad/s] and collective thrust [N]"},
    {"attitude", "quaternion w, x, y, z (body to world) and collective thrust [N]"},
    {"acceleration", "acceleration north, east and down [m/s2] and heading [rad]"},
}};

struct SetPointTable : TimedRows {
  static constexpr std::array<std::string_view, 2> exactly_one = {"rows", "file"};

  std::string kind = "body_rate";

  static constexpr auto fields() {
    using P = SetPointTable;
    return FieldList{
        field("kind", &P::kind, set_point_kinds, "What a row holds after its time"),
        field("time", &P::time, row_times, "What the first column of a row is"),
        field(
            "rows", &P::rows,
            "Rows [time, numbers of the kind], in ascending time, the first at 0; each row is held "
            "until the next"),
        field("file", &P::file,
              "CSV file with the same rows under a header line whose first name is t_s or step "
              "(instead of `rows` and `time`)"),
    };
  }
};

inline SetPointKind kind_of(const SetPointTable& table) {
  std::size_t kind = 0;
  while (kind + 1 < set_point_kinds.size() && set_point_kinds[kind].name != table.kind) ++kind;
  return static_cast<SetPointKind>(kind);
}

/// Numbers of a row after its time.
inline int width_of(const SetPointTable& table) {
  return kind_of(table) == SetPointKind::attitude ? 5 : 4;
}

}  // namespace montecopter
