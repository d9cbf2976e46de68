#pragma once
/// Tables for a terminal, and numbers for people.

#include <cstddef>
#include <string>
#include <vector>

namespace montecopter {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< each as long as the header
};

/// Columns of text of a table that no terminal shows: a file's, a pipe's.
inline constexpr std::size_t usual_table_width = 100;

/// First column flush left, the others flush right. Columns that do not fit into `width` characters
/// go on in a further block below, with the first column again. A cell that is wider than that
/// (names in a result are arbitrary) loses its middle; controls are shown.
std::string table_text(const Table& table, std::size_t width = usual_table_width);

/// Columns of text that a table takes as one block.
std::size_t width_of(const Table& table);

/// Rows as columns.
Table transposed(const Table& table);

/// A table with the lines before and after it.
struct TableText {
  std::string before;
  Table table;  ///< without header: no table
  std::string after;
};
std::string tables_text(const std::vector<TableText>& tables,
                        std::size_t width = usual_table_width);

/// The table in Markdown (GitHub's), the first column flush left; a | in a cell is escaped.
std::string markdown_table(const Table& table);

/// Number with `digits` significant digits, trailing zeros kept; "-" for NaN.
std::string significant(double value, int digits = 4);

/// "3.240 +- 0.038": a mean with as many decimals as two digits of its standard error have.
std::string mean_text(double mean, double standard_error);

}  // namespace montecopter
