#include "scenario/files/command_csv.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "scenario/files/csv_rows.hpp"

namespace montecopter {

void read_command_file(TimedRows& table, const std::string& table_path, const std::string& names,
                       const std::string& base_dir, Report& report) {
  for (const char* key : {".rows", ".time"}) {
    const std::string other = table_path + key;
    if (!report.is_written(other)) continue;
    report.error(other, fmt::format("both {}.file and {} are given", table_path, other),
                 "the file gives both the time and the rows", "Remove one of them");
  }
  std::string time = table.time;
  const auto check_header =
      [&](const std::vector<CsvCell>& header) -> std::optional<CsvHeaderFault> {
    time = std::string(header[0].text);
    if (time == "t_s" || time == "step") return std::nullopt;
    return CsvHeaderFault{0, fmt::format("the header starts with '{}', not with t_s or step", time),
                          "the first line names the columns, and the first column is the time",
                          "For example t_s," + names};
  };
  auto rows = read_csv_rows(
      {table_path + ".rows", table.file, "command file", table_path + ".file", check_header},
      base_dir, report);
  if (!rows) return;
  table.file.clear();
  table.time = time;
  table.rows = std::move(*rows);
}

}  // namespace montecopter
