#pragma once
/// The HDF5 metadata of an existing file.

#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

/// Reads the contents of the open file and their places, in a child process, and checks every
/// number against the size of the file. Each dataset must lie within it and overlap no other.
/// `path` is for messages. Throws Error(refused) if it is not a result file, is damaged, or was
/// changed by another program.
Schema describe(int fd, const std::string& path);

/// Checks a packed schema about the open file and returns it. Throws as describe() does.
Schema believe(const std::string& answer, int fd, const std::string& path);

}  // namespace montecopter::record
