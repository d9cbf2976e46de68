#include "scenario/files/wind_csv.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.hpp"
#include "core/base/csv.hpp"
#include "core/base/text.hpp"
#include "scenario/text/document.hpp"

namespace montecopter {
namespace {

template <class Table>
class WindReader {
 public:
  WindReader(Table& wind, const std::string& path, std::string file, Report& report)
      : wind_(wind), path_(path + ".rows"), file_(std::move(file)), report_(report) {}

  void read(std::string_view text) {
    for (std::uint32_t line_number = 1; !text.empty(); ++line_number) {
      const std::string_view line = take_csv_line(text);
      if (line_number == 1) {
        if (!is_header(line)) return;
      } else if (!trim_cell(line).empty() || !trim_cell(text).empty()) {  // blank lines may end it
        row(line, line_number);
      }
    }
    if (wind_.rows.empty()) error(1, 1, "the file has no rows under its header", "", "");
  }

 private:
  static std::string header_hint() {
    return fmt::format("Begin the file with {}", fmt::join(Table::header, ","));
  }

  bool is_header(std::string_view line) {
    const std::string_view bare = without_byte_order_mark(line);
    format_ = csv_format(bare);
    std::vector<CsvCell> names = split_cells(bare, format_);
    drop_empty_end(names, 1);
    bool fits = names.size() == Table::columns;
    for (std::size_t k = 0; fits && k < names.size(); ++k) fits = names[k].text == Table::header[k];
    if (!fits) {
      error(1, 1,
            fmt::format("'{}' is not the header of a wind file", trim_cell(line).substr(0, 60)),
            "the first line names the columns", header_hint());
    }
    return fits;
  }

  void row(std::string_view line, std::uint32_t line_number) {
    std::vector<CsvCell> cells = split_cells(line, format_);
    drop_empty_end(cells, Table::columns);
    if (cells.size() != Table::columns) {
      error(line_number, 1,
            fmt::format("the row has {} instead of {}", counted(cells.size(), "number"),
                        Table::columns),
            Table::row_doc, "");
    }
    std::vector<double> numbers;
    for (const CsvCell& cell : cells) {
      const std::optional<double> number = csv_number(cell.text, format_);
      if (!number || !std::isfinite(*number)) {
        error(line_number, cell.column,
              fmt::format("'{}' is not a finite number", cell.text.substr(0, 40)), "",
              "Write decimal numbers like 3.15 or 2.5e-3");
      }
      numbers.push_back(number.value_or(0));
    }
    if (Table::ascends && !wind_.rows.empty() && !(numbers[0] > wind_.rows.back()[0])) {
      error(
          line_number, 1,
          fmt::format("the row at {} comes after the row at {}", numbers[0], wind_.rows.back()[0]),
          "times must ascend strictly", "");
    }
    wind_.rows.push_back(std::move(numbers));
  }

  void error(std::uint32_t line, std::uint32_t column, std::string what, std::string why,
             std::string suggestion) {
    report_.error_at({file_, line, column}, path_, std::move(what), std::move(why),
                     std::move(suggestion));
  }

  Table& wind_;
  std::string path_, file_;
  Report& report_;
  CsvFormat format_;
};

template <class Table>
void read_table(Table& wind, const std::string& path, const std::string& base_dir, Report& report) {
  if (wind.file.empty()) return;
  if (report.is_written(path + ".rows")) {
    report.error(path + ".rows", fmt::format("both {}.file and {}.rows are given", path, path),
                 "the file gives the rows", "Remove one of them");
    return;
  }
  const std::string file = path_named_at(path + ".file", wind.file, base_dir, report);
  std::string why;
  const std::optional<std::string> text = read_text_file(file, why);
  if (!text) {
    report.error(path + ".file", fmt::format("cannot read the wind file '{}'", file), why,
                 start_of_name_at(path + ".file", report));
    return;
  }
  wind.file.clear();
  WindReader<Table>(wind, path, file, report).read(*text);
}

}  // namespace

void read_wind_file(Wind& wind, const std::string& path, const std::string& base_dir,
                    Report& report) {
  std::visit(
      [&]<class W>(W& one) {
        if constexpr (MeasuredWind<W>) read_table(one, path, base_dir, report);
      },
      wind);
}

}  // namespace montecopter
