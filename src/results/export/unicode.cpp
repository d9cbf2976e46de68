#include "results/export/unicode.hpp"

#include <cstddef>

namespace montecopter {
namespace {

constexpr char32_t replacement = U'\xfffd';

struct Point {
  char32_t value = replacement;
  std::size_t bytes = 1;
};

/// The code point at the start of a non-empty text (RFC 3629: no overlong forms, no surrogates,
/// nothing above U+10FFFF).
Point first_point(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t value = lead & (0xff >> (bytes + 1));
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(k) & 0x3f);
  }
  constexpr char32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = value >= 0xd800 && value < 0xe000;
  if (value < lowest[bytes] || is_surrogate || value > 0x10ffff) return {};
  return {value, bytes};
}

}  // namespace

std::u32string code_points(std::string_view utf8) {
  std::u32string points;
  while (!utf8.empty()) {
    const Point point = first_point(utf8);
    points += point.value;
    utf8.remove_prefix(point.bytes);
  }
  return points;
}

std::u16string utf16(std::string_view utf8) {
  std::u16string units;
  for (const char32_t point : code_points(utf8)) {
    if (point < 0x10000) {
      units += static_cast<char16_t>(point);
    } else {
      units += static_cast<char16_t>(0xd800 + ((point - 0x10000) >> 10));
      units += static_cast<char16_t>(0xdc00 + ((point - 0x10000) & 0x3ff));
    }
  }
  return units;
}

}  // namespace montecopter
