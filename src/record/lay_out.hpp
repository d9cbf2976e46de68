#pragma once
/// The HDF5 metadata of a new result file.

#include <cstdint>
#include <optional>
#include <string>

#include "record/posix.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// Writes groups, datasets, dimension scales and attributes of `schema` into the file open as `fd`,
/// in a child process; what the file held is gone. The data are left as holes. What reading the
/// file back gives, with the places of the data: it proves that it can be opened. `path` is for
/// messages. Throws Error(io), also if there is no room for the data, unless they may `stay_holes`.
Schema lay_out(int fd, const std::string& path, const Schema& schema, bool stay_holes = false);

/// What HDF5 writes besides the data, in memory, where its holes take no room; it is not read back.
/// An invalid Fd if the system does not let us.
Fd lay_out_in_memory(const Schema& schema);

/// Bytes that the file of the layout will have, to the byte: it is laid out in memory, where its
/// holes take no room. nullopt if the system does not let us.
std::optional<std::uint64_t> expected_bytes(const Layout& layout);

}  // namespace montecopter::record
