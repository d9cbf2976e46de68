#pragma once
/// The HDF5 metadata of an existing file.

#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

/// Reads what the open file holds and where, in a child process, and checks every number against
/// the size of the file: each dataset lies within it and overlaps no other. `path` is for messages.
/// Throws Error(refused) if it is no result file, damaged, or changed by another program.
Schema describe(int fd, const std::string& path);

/// In a child process: the answer for believe(). Throws Error.
std::string answer_about(int fd, const std::string& path);

/// What the child answered about the open file, if it can be true. Throws as describe() does.
Schema believe(const std::string& answer, int fd, const std::string& path);

}  // namespace montecopter::record
