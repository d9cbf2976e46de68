#include "core/base/csv.hpp"

#include <algorithm>
#include <string>

#include "core/base/text.hpp"

namespace montecopter {

std::string_view trim_cell(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

CsvFormat csv_format(std::string_view first_line) {
  const auto count = [&](char c) { return std::count(first_line.begin(), first_line.end(), c); };
  if (count(';') > 0) return {';'};
  return {count('\t') > count(',') ? '\t' : ','};
}

void drop_empty_end(std::vector<CsvCell>& cells, std::size_t width) {
  while (cells.size() > width && cells.back().text.empty()) cells.pop_back();
}

std::optional<double> csv_number(std::string_view cell, CsvFormat format) {
  const std::size_t comma = cell.find(',');
  const bool is_decimal = format.separator != ',' && comma != std::string_view::npos &&
                          cell.find(',', comma + 1) == std::string_view::npos &&
                          cell.find('.') == std::string_view::npos;
  if (!is_decimal) return parse_double(cell);
  std::string pointed(cell);
  pointed[comma] = '.';
  return parse_double(pointed);
}

std::vector<CsvCell> split_cells(std::string_view line, CsvFormat format) {
  std::vector<CsvCell> cells;
  std::size_t start = 0;
  while (true) {
    const std::size_t comma = line.find(format.separator, start);
    const std::string_view raw = line.substr(start, comma - start);
    const std::string_view text = trim_cell(raw);
    const std::size_t lead = text.empty() ? 0 : static_cast<std::size_t>(text.data() - raw.data());
    cells.push_back({text, static_cast<std::uint32_t>(start + lead + 1)});
    if (comma == std::string_view::npos) return cells;
    start = comma + 1;
  }
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
    text.remove_prefix(byte_order_mark.size());
  }
  return text;
}

std::string_view take_csv_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace montecopter
