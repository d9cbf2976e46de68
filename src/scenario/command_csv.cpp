#include "scenario/command_csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "scenario/csv.hpp"
#include "scenario/document.hpp"

namespace montecopter {

namespace {

class CsvReader {
 public:
  CsvReader(CommandTable& table, std::string file, Report& report)
      : table_(table), file_(std::move(file)), report_(report) {}

  void read(std::string_view text) {
    std::uint32_t line_number = 0;
    bool has_header = false;
    while (!text.empty()) {
      const std::string_view line = take_csv_line(text);
      ++line_number;
      if (!has_header) {
        if (!header(line)) return;
        has_header = true;
      } else if (!(trim_cell(line).empty() &&
                   trim_cell(text).empty())) {  // blank lines may end the file
        row(line, line_number);
      }
    }
    report_.locate_rows("controller.rows", file_, std::move(lines_));
  }

 private:
  bool header(std::string_view line) {
    const std::vector<CsvCell> names = split_cells(without_byte_order_mark(line));
    width_ = names.size();
    if (names[0].text == "t_s" || names[0].text == "step") {
      table_.time = std::string(names[0].text);
      return true;
    }
    error(1, 1, fmt::format("the header starts with '{}', not with t_s or step", names[0].text),
          "the first line names the columns, the first name says what time is",
          "For example t_s,rotor_0,rotor_1,rotor_2,rotor_3");
    return false;
  }

  void row(std::string_view line, std::uint32_t line_number) {
    const std::vector<CsvCell> cells = split_cells(line);
    if (cells.size() != width_) {
      error(line_number, 1,
            fmt::format("the row has {} numbers, the header {} names", cells.size(), width_), "",
            "");
    }
    std::vector<double> numbers;
    for (const CsvCell& cell : cells) {
      const std::optional<double> number = parse_double(cell.text);
      if (!number || !std::isfinite(*number)) {
        error(line_number, cell.column, fmt::format("'{}' is not a finite number", cell.text), "",
              "Write decimal numbers like 1133.15 or 2.5e-3");
      }
      numbers.push_back(number.value_or(0));
    }
    table_.rows.push_back(std::move(numbers));
    lines_.push_back(line_number);
  }

  void error(std::uint32_t line, std::uint32_t column, std::string what, std::string why,
             std::string suggestion) {
    // The path is that of the whole table: one bad line makes the others not worth judging.
    report_.error_at({file_, line, column}, "controller.rows", std::move(what), std::move(why),
                     std::move(suggestion));
  }

  CommandTable& table_;
  std::string file_;
  Report& report_;
  std::size_t width_ = 0;
  std::vector<std::uint32_t> lines_;
};

}  // namespace

void read_command_file(CommandTable& table, const std::string& base_dir, Report& report) {
  for (const char* other : {"controller.rows", "controller.time"}) {
    if (!report.is_written(other)) continue;
    report.error(other, fmt::format("both controller.file and {} are given", other),
                 "the file says both the time and the rows", "Remove one of them");
  }
  const std::string path = resolve_path(base_dir, table.file);
  std::string why;
  const std::optional<std::string> text = read_text_file(path, why);
  if (!text) {
    report.error("controller.file", fmt::format("cannot read the command file '{}'", path), why,
                 "The name is relative to the scenario file");
    return;
  }
  table.file.clear();
  table.rows.clear();
  CsvReader(table, path, report).read(*text);
}

}  // namespace montecopter
