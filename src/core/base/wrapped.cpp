#include "core/base/wrapped.hpp"

#include <algorithm>

#include "core/base/index.hpp"

namespace montecopter {

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out, line(indent, ' ');
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    const bool is_first = line.size() == indent;
    if (!is_first && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += word;
    start = end + 1;
  }
  return out + line + "\n";
}

namespace {

std::size_t columns_of(std::string_view text) {
  return count_where(text, [](char c) { return (c & 0xc0) != 0x80; });
}

/// Position at which a line is broken: its last blank within `width` columns, but behind `from`, or
/// else its first one. Before the last cell of a table rather than within it.
std::size_t break_of(std::string_view line, std::size_t from, std::size_t width) {
  std::size_t at = std::string_view::npos, gap = 0;
  for (std::size_t i = line.find(' ', from); i != std::string_view::npos;
       i = line.find(' ', i + 1)) {
    if (at != std::string_view::npos && columns_of(line.substr(0, i)) > width) break;
    if (line.substr(i).starts_with("  ")) gap = std::max(gap, line.find_last_not_of(' ', i) + 1);
    at = i;
  }
  if (at != std::string_view::npos && gap > width / 2) return gap;
  return at;
}

/// Columns by which the rest of a line is indented.
std::size_t indent_of(std::string_view line, std::size_t text_at, std::size_t width, GoesOn how) {
  constexpr std::size_t usual = 4;
  if (how == GoesOn::indented || text_at == 0) return how == GoesOn::indented ? usual : 0;
  const std::size_t gap = line.find("  ", text_at);
  if (gap == std::string_view::npos) return text_at;
  const std::size_t second = line.find_first_not_of(' ', gap);
  return second != std::string_view::npos && 2 * second <= width ? second : usual;
}

std::string line_within(std::string_view line, std::size_t width, GoesOn how) {
  std::string out;
  const std::size_t text_at = std::min(line.find_first_not_of(' '), line.size());
  if (text_at > 0 && line.substr(text_at).starts_with("montecopter ")) return std::string(line);
  const std::string indent(indent_of(line, text_at, width, how), ' ');
  std::string rest(line);
  std::size_t from = std::max(text_at, how == GoesOn::indented ? 0 : indent.size());
  while (columns_of(rest) > width) {
    const std::size_t at = break_of(rest, from, width);
    const std::size_t next = at == std::string::npos ? at : rest.find_first_not_of(' ', at);
    if (next == std::string::npos) break;
    out += rest.substr(0, rest.find_last_not_of(' ', at) + 1) + "\n";
    rest = indent + rest.substr(next);
    from = indent.size();
  }
  return out + rest;
}

}  // namespace

std::string lines_within(std::string_view text, std::size_t width, GoesOn goes_on) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += line_within(text.substr(0, end), width, goes_on);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace montecopter
