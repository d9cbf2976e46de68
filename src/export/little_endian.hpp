#pragma once
/// Numbers as the bytes of a file, the lowest first.

#include <cstddef>
#include <cstdint>
#include <string>

namespace montecopter {

/// Appends the `bytes` lowest bytes of the value.
inline void append_little_endian(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t k = 0; k < bytes; ++k) out += static_cast<char>((value >> (8 * k)) & 0xff);
}

}  // namespace montecopter
