#pragma once
/// Set-points over time, for the inner loops of cascaded controllers.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"
#include "dynamics/controllers/timed_rows.hpp"

namespace montecopter {

enum class SetPointKind : int { body_rate, attitude, acceleration };

/// Content of a row after its time; the doc names the numbers.
struct SetPointWord {
  SetPointKind value;
  std::string_view name, doc;
  int width;  ///< numbers of a row after its time
};
inline constexpr std::array<SetPointWord, 3> set_point_words = {{
    {SetPointKind::body_rate, "body_rate",
     "roll, pitch and yaw rate [rad/s] and collective thrust [N]", 4},
    {SetPointKind::attitude, "attitude",
     "quaternion w, x, y, z (body to world) and collective thrust [N]", 5},
    {SetPointKind::acceleration, "acceleration",
     "acceleration north, east and down [m/s2] and heading [rad]", 4},
}};
inline constexpr auto set_point_kinds = choices_of(set_point_words);

struct SetPointTable : TimedRows {
  static constexpr std::array<std::string_view, 2> exactly_one = {"rows", "file"};

  std::string kind = "body_rate";

  static constexpr auto example = std::to_array<ExampleKey>({
      {"rows", "[[0.0, 0.0, 0.0, 0.0, 9.81], [0.5, 0.2, 0.0, 0.0, 9.81]]"},
  });

  static constexpr auto fields() {
    using P = SetPointTable;
    return FieldList{
        field("kind", &P::kind, set_point_kinds, "Content of a row after its time"),
        field("time", &P::time, row_times, "Meaning of the first column"),
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
  return word_row(set_point_words, table.kind).value;
}

/// Numbers of a row after its time.
inline int width_of(const SetPointTable& table) {
  return word_row(set_point_words, table.kind).width;
}

}  // namespace montecopter
