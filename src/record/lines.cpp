#include "record/lines.hpp"

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

std::string shortened(std::string_view line) {
  constexpr std::size_t longest = 80;
  std::string text(line.substr(0, longest));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
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

}  // namespace montecopter::record
