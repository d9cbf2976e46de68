#include "base/wrapped.hpp"

#include <algorithm>

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

}  // namespace montecopter
