#pragma once
/// Goldens as bytes. docs/golden-file.md defines the format.
///
///   8 bytes   "MCGOLDEN"
///   8 bytes   version of the format, 1
///   8 bytes   size of the body before it was compressed
///   ...       the body, compressed (zlib)
///   16 bytes  XXH3-128 of everything before
///
/// The body is the history, then the packed schema, then the bytes of the datasets. All numbers are
/// little-endian. Equal goldens have the same body; the compressed bytes may depend on the version
/// of zlib.

#include <string>
#include <string_view>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

inline constexpr std::string_view magic = "MCGOLDEN";
inline constexpr std::uint64_t format_version = 1;
/// Larger bodies are refused. [byte]
inline constexpr std::uint64_t most_body_bytes = 64 << 20;

std::string encode(const Golden& golden);

/// Decodes a golden. Error(refused), beginning with `path`, if the bytes are not a golden, have
/// another version, are truncated or damaged.
Golden decode(std::string_view bytes, const std::string& path);

/// Whether a file begins like a golden; false if it cannot be read.
bool is_golden(const std::string& path);

/// Reads a golden. Error(io) if the file cannot be read; other errors as in decode().
Golden read_golden(const std::string& path);

}  // namespace montecopter::golden
