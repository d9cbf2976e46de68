#pragma once
/// Numbers as the bytes of a file, the lowest first.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace montecopter {

/// Appends the `bytes` lowest bytes of the value.
inline void append_little_endian(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t k = 0; k < bytes; ++k) out += static_cast<char>((value >> (8 * k)) & 0xff);
}

/// Appends an integer or a floating-point number in the size of its type.
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
  append_little_endian(out, bits, sizeof(T));
}

}  // namespace montecopter
