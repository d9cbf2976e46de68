#pragma once
/// Open loop: a table of rotor commands, each row held until the next.

#include <array>
#include <string_view>

#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/timed_rows.hpp"

namespace montecopter {

struct CommandTable : TimedRows {
  static constexpr std::string_view type_name = "command_table";
  static constexpr std::string_view included_as = "controller";  ///< any type of controller
  static constexpr std::string_view doc =
      "Open loop: rows of rotor commands, each held until the next";
  static constexpr LawForm law_form = LawForm::open_loop;
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rows", R"([
  [0.0, 1100.0, 1100.0, 1100.0, 1100.0],
  [0.5, 1120.0, 1120.0, 1080.0, 1080.0],
])"},
  });
  static constexpr std::array<std::string_view, 2> exactly_one = {"rows", "file"};

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key == "file" && file.empty(); }

  static constexpr auto fields() {
    using C = CommandTable;
    return FieldList{
        field("time", &C::time, row_times, "Meaning of the first column"),
        field(
            "rows", &C::rows,
            "Rows [time, command of rotor 0, 1, ...], in ascending time, the first at 0; each row "
            "is held until the next"),
        field("file", &C::file,
              "CSV file with the same rows under a header line whose first name is t_s or step "
              "(instead of `rows` and `time`)"),
    };
  }
};

}  // namespace montecopter
