#include "base/shortened.hpp"

namespace montecopter {

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view rest = "...";
  if (text.size() <= most) return std::string(text);
  std::size_t end = most - rest.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)).append(rest);
}

}  // namespace montecopter
