#pragma once
/// What must hold before a description of a file is acted upon: nothing that comes out of a file is
/// believed unchecked.

#include <array>
#include <cstdint>
#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

/// Error(refused), still without the path: "error: cannot use this file (WHY)."
[[noreturn]] void refuse(const std::string& why);

/// Format versions that are read; a new one is added, none is taken away.
inline constexpr std::array<std::int64_t, 1> readable_versions = {1};
static_assert(readable_versions.back() == format_version);

/// Refuses files of other programs and of other format versions.
void require_our_format(const Schema& schema);

/// Refuses unless every dataset lies within the file, none overlaps another, all agree about the
/// number of samples, and what every result has is there. [byte]
void require_trustworthy(const Schema& schema, std::uint64_t file_bytes);

}  // namespace montecopter::record
