#pragma once
/// Lines and cells of CSV files: commas, no quoting.

#include <cstdint>
#include <string_view>
#include <vector>

namespace montecopter {

struct CsvCell {
  std::string_view text;     ///< without the blanks around it
  std::uint32_t column = 1;  ///< of its first character, counted from 1
};

/// Without blanks, tabs and carriage returns at both ends.
std::string_view trim_cell(std::string_view text);

std::vector<CsvCell> split_cells(std::string_view line);

/// The text without the byte order mark that some programs write first.
std::string_view without_byte_order_mark(std::string_view text);

/// Cuts the first line off `text`, which is not empty.
std::string_view take_csv_line(std::string_view& text);

}  // namespace montecopter
