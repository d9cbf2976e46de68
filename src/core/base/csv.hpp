#pragma once
/// Lines and cells of CSV files, no quoting: separated by commas, semicolons or tabs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace montecopter {

struct CsvCell {
  std::string_view text;     ///< without the blanks around it
  std::uint32_t column = 1;  ///< of its first character, counted from 1
};

/// The text without blanks, tabs and carriage returns at both ends.
std::string_view trim_cell(std::string_view text);

/// Format of a CSV file.
struct CsvFormat {
  char separator = ',';  ///< between cells
};

/// Format from the first line: semicolons where it has some, tabs where it has more tabs than
/// commas.
CsvFormat csv_format(std::string_view first_line);

std::vector<CsvCell> split_cells(std::string_view line, CsvFormat format = {});

/// Leaves out empty cells behind the first `width`: programs end lines with a separator.
void drop_empty_end(std::vector<CsvCell>& cells, std::size_t width);

/// A decimal number. Where commas do not separate cells, decimals may stand behind one.
std::optional<double> csv_number(std::string_view cell, CsvFormat format);

/// The text without the byte order mark that some programs write first.
std::string_view without_byte_order_mark(std::string_view text);

/// Cuts the first line off `text`, which is not empty.
std::string_view take_csv_line(std::string_view& text);

}  // namespace montecopter
