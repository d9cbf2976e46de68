#include "core/base/shortened.hpp"

namespace montecopter {

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view rest = "...";
  if (text.size() <= most) return std::string(text);
  return std::string(beginning_of(text, most - rest.size())).append(rest);
}

std::string_view beginning_of(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace montecopter
