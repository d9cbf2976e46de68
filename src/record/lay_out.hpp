#pragma once
/// The HDF5 metadata of a new result file.

#include <cstdint>
#include <optional>
#include <string>

#include "record/posix.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// Writes groups, datasets, dimension scales and attributes of `schema` into the file open as `fd`,
/// in a child process. Earlier contents are lost, and the data are left as holes. Returns the
/// schema read back from the file, with the offsets of the data, which proves that it can be
/// opened. `path` is for messages. Throws Error(io), also if there is no room for the data, unless
/// they may `stay_holes`.
Schema lay_out(int fd, const std::string& path, const Schema& schema, bool stay_holes = false);

/// Writes the file in memory, where the holes of its data take no room. It is not read back.
/// Returns an invalid Fd if the system does not allow it.
Fd lay_out_in_memory(const Schema& schema);

/// Exact size of the file of a layout. It is laid out in memory, where its holes take no room.
/// Returns nullopt if the system does not allow it. [byte]
std::optional<std::uint64_t> expected_bytes(const Layout& layout);

/// Version of HDF5 that the program is built with: "1.10.8".
std::string hdf5_version();

}  // namespace montecopter::record
