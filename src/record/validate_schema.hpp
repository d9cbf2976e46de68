#pragma once
/// Checks of a file's description before it is used: nothing from a file is trusted unchecked.

#include <array>
#include <cstdint>
#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

/// Throws Error(refused), without the path: "error: cannot use this file (WHY)."
[[noreturn]] void refuse(const std::string& why);

/// Format versions that this program reads. New versions are added, and none is removed.
inline constexpr std::array<std::int64_t, 1> readable_versions = {1};
static_assert(readable_versions.back() == format_version);

/// Refuses files of other programs and of other format versions.
void require_our_format(const Schema& schema);

/// Refuses a file unless every dataset lies within it and overlaps no other, all datasets agree on
/// the number of samples, and mandatory datasets exist. `file_bytes` is the size of the file.
/// [byte]
void require_trustworthy(const Schema& schema, std::uint64_t file_bytes);

}  // namespace montecopter::record
