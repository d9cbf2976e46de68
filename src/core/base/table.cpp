#include "core/base/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string_view>

#include "core/base/index.hpp"
#include "core/base/printable.hpp"

namespace montecopter {
namespace {

bool begins_character(char c) { return (c & 0xc0) != 0x80; }

/// Characters, not bytes, of UTF-8.
std::size_t display_width(const std::string& text) { return count_where(text, begins_character); }

/// The first or the last `count` characters.
std::string_view head(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (begins_character(text[at]) && count-- == 0) break;
  }
  return text.substr(0, at);
}

std::string_view tail(std::string_view text, std::size_t count) {
  std::size_t at = text.size();
  while (at > 0 && count > 0) {
    if (begins_character(text[--at])) --count;
  }
  return text.substr(at);
}

/// The cell in one line, as a terminal shows it, and no wider than `most`.
std::string fitting(const std::string& cell, std::size_t most) {
  constexpr std::string_view dots = "...";
  std::string text = printable(cell);
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  if (display_width(text) <= most) return text;
  const std::size_t left = most - dots.size(), begin = left - left / 2;
  return std::string(head(text, begin)) + std::string(dots) + std::string(tail(text, left / 2));
}

/// The table with cells of which the first and any other fit into a line side by side.
Table fitting(const Table& table, std::size_t width) {
  constexpr std::size_t gap = 2, least = 16;
  const std::size_t most_other = std::max(least, width - gap - least);
  Table fitted{table.header, table.rows};
  const auto fit_column = [&](std::size_t c, std::size_t most) {
    std::size_t widest = 0;
    const auto fit = [&](std::string& cell) {
      cell = fitting(cell, most);
      widest = std::max(widest, display_width(cell));
    };
    fit(fitted.header[c]);
    for (auto& row : fitted.rows) fit(row[c]);
    return widest;
  };
  std::size_t widest = 0;
  for (std::size_t c = 1; c < table.header.size(); ++c) {
    widest = std::max(widest, fit_column(c, most_other));
  }
  fit_column(0, std::max(least, width > widest + gap ? width - widest - gap : 0));
  return fitted;
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& name : table.header) widths.push_back(display_width(name));
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      widths[c] = std::max(widths[c], display_width(row[c]));
    }
  }
  return widths;
}

/// The first column, then those in [begin, end).
std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                 std::size_t begin, std::size_t end, std::size_t gap) {
  std::string text = cells[0] + std::string(widths[0] - display_width(cells[0]), ' ');
  for (std::size_t c = begin; c < end; ++c) {
    text += std::string(gap + widths[c] - display_width(cells[c]), ' ') + cells[c];
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

/// Exponent of the decimal representation with two digits.
int decimal_exponent(double value) {
  const std::string text = fmt::format("{:.1e}", value);
  const std::size_t sign = text.find('e') + 1;
  int exponent = 0;
  std::from_chars(text.data() + sign + 1, text.data() + text.size(), exponent);
  return text[sign] == '-' ? -exponent : exponent;
}

}  // namespace

std::string table_text(const Table& given, std::size_t width) {
  const Table table = fitting(given, width);
  const std::vector<std::size_t> widths = column_widths(table);
  const auto total = [&](std::size_t gap) {
    std::size_t sum = widths[0];
    for (std::size_t c = 1; c < widths.size(); ++c) sum += gap + widths[c];
    return sum;
  };
  const std::size_t gap = total(2) > width && total(1) <= width ? 1 : 2;
  std::string text;
  for (std::size_t begin = 1; begin < widths.size();) {
    std::size_t end = begin, used = widths[0];
    do {
      used += gap + widths[end++];
    } while (end < widths.size() && used + gap + widths[end] <= width);
    text += line(table.header, widths, begin, end, gap);
    for (const auto& row : table.rows) text += line(row, widths, begin, end, gap);
    begin = end;
  }
  return text;
}

std::size_t width_of(const Table& table) {
  const std::vector<std::size_t> widths = column_widths(table);
  return std::accumulate(widths.begin(), widths.end(), widths.size() - 1);  // gaps of one space
}

Table transposed(const Table& table) {
  Table turned{{table.header[0]}, {}};
  for (const auto& row : table.rows) turned.header.push_back(row[0]);
  for (std::size_t c = 1; c < table.header.size(); ++c) {
    auto& cells = turned.rows.emplace_back(std::vector<std::string>{table.header[c]});
    for (const auto& row : table.rows) cells.push_back(row[c]);
  }
  return turned;
}

std::string tables_text(const std::vector<TableText>& tables, std::size_t width) {
  std::string text;
  for (const TableText& part : tables) {
    text += part.before;
    if (!part.table.header.empty()) text += table_text(part.table, width);
    text += part.after;
  }
  return text;
}

std::string markdown_table(const Table& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) {
      text += ' ';
      for (const char c : cell) text += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
      text += " |";
    }
    return text + "\n";
  };
  std::string text = line(table.header) + "|---|";
  for (std::size_t c = 1; c < table.header.size(); ++c) text += "---:|";
  text += '\n';
  for (const auto& row : table.rows) text += line(row);
  return text;
}

std::string significant(double value, int digits) {
  if (std::isnan(value)) return "-";
  if (value == 0.0) return "0";
  std::string text = fmt::format("{:#.{}g}", value, digits);
  // Some versions print 1000 with four digits as "1000.", others as "1000.0".
  const auto shown =
      std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.ends_with(".0") && shown > digits) text.resize(text.size() - 2);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string mean_text(double mean, double standard_error) {
  if (!std::isfinite(mean) || !std::isfinite(standard_error)) return significant(mean);
  if (standard_error == 0.0) return significant(mean) + " +- 0";
  const int decimals = 1 - decimal_exponent(standard_error);
  if (decimals > 6 || decimals < -4 || std::abs(mean) >= 1e6) {
    return fmt::format("{:.6g} +- {:.2g}", mean, standard_error);
  }
  const int shown = std::max(decimals, 0);
  return fmt::format("{:.{}f} +- {:.{}f}", mean, shown, standard_error, shown);
}

}  // namespace montecopter
