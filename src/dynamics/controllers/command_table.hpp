#pragma once
/// Open loop: a table of rotor commands, each row held until the next.

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "fields/fields.hpp"

namespace montecopter {

struct CommandTable {
  static constexpr std::string_view type_name = "command_table";

  std::string time = "t_s";
  std::vector<std::vector<double>> rows;
  std::string file;

  static constexpr auto fields() {
    using C = CommandTable;
    return std::tuple{
        field("time", &C::time,
              "What the first column of a row is: \"t_s\" (seconds) or \"step\" (integer steps)"),
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
