#include "scenario/files/csv_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/base/csv.hpp"
#include "core/base/index.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/text/document.hpp"

namespace montecopter {
namespace {

/// The place of the wanted name in the header; nullopt: reported.
std::optional<std::size_t> find_column(const std::vector<CsvCell>& header, const CsvColumn& wanted,
                                       const std::string& file, Report& report) {
  if (wanted.column.empty() && header.size() == 1) return 0;
  std::vector<std::string> names;
  for (const CsvCell& cell : header) names.emplace_back(cell.text);
  const std::string known = "Name one with column = " + join(names, " or ");
  if (wanted.column.empty()) {
    report.error(append_path(wanted.path, "file"),
                 fmt::format("'{}' has {} columns", file, names.size()), "", known);
    return std::nullopt;
  }
  const Index found = first_index(names, wanted.column);
  if (found == names.size() || std::count(names.begin(), names.end(), wanted.column) > 1) {
    report.error(append_path(wanted.path, "column"),
                 fmt::format("'{}' has {} column '{}'", file,
                             found == names.size() ? "no" : "more than one", wanted.column),
                 "", found == names.size() ? known : "Give the columns different names");
    return std::nullopt;
  }
  return found;
}

/// The number in the cell of one row; nullopt: reported.
std::optional<double> read_cell(std::string_view row, CsvFormat format, std::size_t column,
                                std::size_t columns, const Place& place, const std::string& path,
                                Report& report) {
  constexpr const char* why = "the first line names the columns, the others hold numbers";
  std::vector<CsvCell> cells = split_cells(row, format);
  drop_empty_end(cells, columns);
  if (cells.size() != columns) {
    report.error_at(place, path,
                    fmt::format("the row has {}, the header {}", counted(cells.size(), "number"),
                                counted(columns, "name")),
                    why);
    return std::nullopt;
  }
  const std::optional<double> number = csv_number(cells[column].text, format);
  if (number && std::isfinite(*number)) return number;
  const std::string text(cells[column].text.substr(0, 40));
  report.error_at({place.file, place.line, cells[column].column}, path,
                  fmt::format("'{}' is not a finite number", text), why);
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<double>> read_csv_column(const CsvColumn& wanted,
                                                   const std::string& base_dir, Report& report) {
  const std::string key = append_path(wanted.path, "file");
  const std::string file = path_named_at(key, wanted.file, base_dir, report);
  std::string why;
  const std::optional<std::string> content = read_text_file(file, why);
  if (!content) {
    report.error(key, fmt::format("cannot read the {} '{}'", wanted.what, file), why,
                 start_of_name_at(key, report));
    return std::nullopt;
  }
  std::string_view text = without_byte_order_mark(*content);
  const std::string_view first = text.substr(0, text.find('\n'));
  const CsvFormat format = csv_format(first);
  std::vector<CsvCell> header = split_cells(first, format);
  drop_empty_end(header, 1);
  const std::optional<std::size_t> column = find_column(header, wanted, file, report);
  if (!column) return std::nullopt;
  const bool is_named =
      header.size() > 1 || !wanted.column.empty() || !csv_number(header[0].text, format);
  std::uint32_t line = 1;
  if (is_named && !text.empty()) take_csv_line(text), ++line;
  std::vector<double> values;
  for (; !text.empty(); ++line) {
    const std::string_view row = take_csv_line(text);
    if (trim_cell(row).empty() && trim_cell(text).empty()) break;  // blank lines may end the file
    // After one bad line, the others are not judged.
    const auto number =
        read_cell(row, format, *column, header.size(), {file, line, 1}, wanted.path, report);
    if (!number) return std::nullopt;
    values.push_back(*number);
  }
  return values;
}

}  // namespace montecopter
