#pragma once
/// Goldens as bytes. docs/golden-file.md defines the format:
///
///   8 bytes   "MCGOLDEN"
///   8 bytes   version of the format, 1
///   8 bytes   size of the body before it was compressed
///   ...       the body, compressed (zlib)
///   16 bytes  XXH3-128 of everything before
///
/// The body is the history, then the packed schema, then the bytes of the datasets. All numbers are
/// little-endian. Two goldens that differ in nothing have the same body; the compressed bytes may
/// depend on the version of zlib.

#include <string>
#include <string_view>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

inline constexpr std::string_view magic = "MCGOLDEN";
inline constexpr std::uint64_t format_version = 1;
/// Bodies above this are refused, whoever wrote them. [byte]
inline constexpr std::uint64_t most_body_bytes = 64 << 20;

std::string encode(const Golden& golden);

/// Error(refused), beginning with `path`: no golden, of another version, truncated, or damaged.
Golden decode(std::string_view bytes, const std::string& path);

/// Whether a file begins as a golden does; false if it cannot be read.
bool is_golden(const std::string& path);

/// Error(io) if it cannot be read, else as decode().
Golden read_golden(const std::string& path);

}  // namespace montecopter::golden
