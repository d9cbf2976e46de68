#include "record/text_diff.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace montecopter::record {
namespace {

/// Cuts the first line off `text`; "end of text" if there is none.
std::string_view take_line(std::string_view& text) {
  if (text.empty()) return "end of text";
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string shortened(std::string_view line) {
  constexpr std::size_t longest = 80;
  std::string text(line.substr(0, longest));
  std::replace_if(text.begin(), text.end(), is_control, ' ');
  return line.size() > longest ? text + "..." : text;
}

}  // namespace

std::string first_differing_line(std::string_view a, std::string_view b) {
  if (a == b) return {};
  for (std::size_t line = 1;; ++line) {
    const std::string_view from_a = take_line(a);
    const std::string_view from_b = take_line(b);
    const bool over = a.empty() && b.empty();
    if (from_a != from_b || over) {
      return fmt::format("line {}: '{}' against '{}'", line, shortened(from_a), shortened(from_b));
    }
  }
}

std::string fitting_text(const std::vector<std::string>& lines, std::size_t bytes) {
  constexpr std::size_t room_for_count = 32;
  std::size_t total = 0;
  for (const std::string& line : lines) total += line.size() + 1;
  std::string text;
  std::size_t taken = 0;
  for (const std::string& line : lines) {
    if (total > bytes && text.size() + line.size() + 1 + room_for_count > bytes) break;
    text += line + "\n";
    ++taken;
  }
  if (taken < lines.size()) text += fmt::format("and {} more\n", lines.size() - taken);
  return text;
}

std::vector<std::string> lines_of(std::string_view text) {
  text = text.substr(0, text.find('\0'));
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::string line(take_line(text));
    std::replace_if(line.begin(), line.end(), is_control, '?');
    lines.push_back(line);
  }
  return lines;
}

}  // namespace montecopter::record
