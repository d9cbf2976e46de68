#pragma once
/// Numbers as the bytes of formats that are little-endian.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace montecopter {

template <class T>
void append_number(std::string& out, T value) {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8);
  std::uint64_t bits = 0;
  if constexpr (std::is_same_v<T, double>) {
    bits = std::bit_cast<std::uint64_t>(value);
  } else if constexpr (std::is_same_v<T, float>) {
    bits = std::bit_cast<std::uint32_t>(value);
  } else {
    bits = static_cast<std::uint64_t>(value);
  }
  for (std::size_t byte = 0; byte < sizeof(T); ++byte) {
    out += static_cast<char>((bits >> (8 * byte)) & 0xff);
  }
}

}  // namespace montecopter
