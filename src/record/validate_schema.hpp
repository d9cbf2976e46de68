#pragma once
/// What must hold before a description of a file is acted upon: nothing that comes out of a file is
/// believed unchecked.

#include <cstdint>
#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

/// Error(refused), still without the path: "error: cannot use this file (WHY)."
[[noreturn]] void refuse(const std::string& why);

/// Refuses files of other programs and of other format versions.
void require_our_format(const Schema& schema);

/// Refuses unless every dataset lies within the file, none overlaps another, all agree about the
/// number of samples, and what every result has is there. [byte]
void require_trustworthy(const Schema& schema, std::uint64_t file_bytes);

}  // namespace montecopter::record
