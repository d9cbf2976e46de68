#include "core/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace montecopter {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Printed as it is by every terminal, as nearly all text is.
bool is_plain(char c) {
  return (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f) ||
         c == '\n' || c == '\t';
}

/// Whether two bytes can begin a character (Unicode, table 3-7): neither overlong nor a surrogate
/// nor above U+10FFFF.
bool begins_well(unsigned first, unsigned second) {
  const unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xc2   ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || text.size() < length || !begins_well(first, byte_at(text, 1))) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte_at(text, i) >> 6 != 2) return 0;
  }
  return length;
}

bool is_control(std::string_view at) {
  if (at.size() == 2) return byte_at(at, 0) == 0xc2 && byte_at(at, 1) < 0xa0;
  return at.size() == 1 && !is_plain(at[0]);
}

std::string printable(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view at = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && !is_control(at)) {
      shown += at;
    } else {
      for (std::size_t i = 0; i < at.size(); ++i) shown += fmt::format("\\x{:02x}", byte_at(at, i));
    }
    text.remove_prefix(at.size());
  }
  return shown;
}

}  // namespace montecopter
