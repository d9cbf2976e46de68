#include "scenario/files/csv_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "scenario/text/document.hpp"

namespace montecopter {

namespace {

class CsvReader {
 public:
  CsvReader(const CsvRows& wanted, std::string file, Report& report)
      : wanted_(wanted), file_(std::move(file)), report_(report) {}

  std::vector<std::vector<double>> read(std::string_view text) {
    std::uint32_t line_number = 0;
    bool has_header = false;
    while (!text.empty()) {
      const std::string_view line = take_csv_line(text);
      ++line_number;
      if (!has_header) {
        if (!header(line)) return {};
        has_header = true;
      } else if (!(trim_cell(line).empty() &&
                   trim_cell(text).empty())) {  // blank lines may end the file
        row(line, line_number);
      }
    }
    report_.locate_rows(wanted_.path, file_, std::move(lines_));
    return std::move(rows_);
  }

 private:
  bool header(std::string_view line) {
    const std::string_view bare = without_byte_order_mark(line);
    format_ = csv_format(bare);
    std::vector<CsvCell> names = split_cells(bare, format_);
    drop_empty_end(names, 1);
    width_ = names.size();
    std::optional<CsvHeaderFault> fault = wanted_.check_header(names);
    if (!fault) return true;
    error(1, fault->column < width_ ? names[fault->column].column : 1, std::move(fault->what),
          std::move(fault->why), std::move(fault->suggestion));
    return false;
  }

  void row(std::string_view line, std::uint32_t line_number) {
    std::vector<CsvCell> cells = split_cells(line, format_);
    drop_empty_end(cells, width_);
    if (cells.size() != width_) {
      error(line_number, 1,
            fmt::format("the row has {}, the header {}", counted(cells.size(), "number"),
                        counted(width_, "name")),
            "", "");
    }
    std::vector<double> numbers;
    for (const CsvCell& cell : cells) {
      const std::optional<double> number = csv_number(cell.text, format_);
      if (!number || !std::isfinite(*number)) {
        error(line_number, cell.column,
              fmt::format("'{}' is not a finite number", cell.text.substr(0, 40)), "",
              "Write decimal numbers like 1133.15 or 2.5e-3");
      }
      numbers.push_back(number.value_or(0));
    }
    rows_.push_back(std::move(numbers));
    lines_.push_back(line_number);
  }

  void error(std::uint32_t line, std::uint32_t column, std::string what, std::string why,
             std::string suggestion) {
    // The path is the path of the whole table: after one bad line, the others are not judged.
    report_.error_at({file_, line, column}, wanted_.path, std::move(what), std::move(why),
                     std::move(suggestion));
  }

  const CsvRows& wanted_;
  std::string file_;
  Report& report_;
  CsvFormat format_;
  std::size_t width_ = 0;
  std::vector<std::vector<double>> rows_;
  std::vector<std::uint32_t> lines_;
};

}  // namespace

std::optional<std::vector<std::vector<double>>> read_csv_rows(const CsvRows& wanted,
                                                              const std::string& base_dir,
                                                              Report& report) {
  const std::string file = path_named_at(wanted.file_path, wanted.file, base_dir, report);
  std::string why;
  const std::optional<std::string> text = read_text_file(file, why);
  if (!text) {
    report.error(wanted.file_path, fmt::format("cannot read the {} '{}'", wanted.what, file), why,
                 start_of_name_at(wanted.file_path, report));
    return std::nullopt;
  }
  return CsvReader(wanted, file, report).read(*text);
}

}  // namespace montecopter
