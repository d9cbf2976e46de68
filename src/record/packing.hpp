#pragma once
/// A Schema as plain bytes, for the pipe between the child that runs HDF5 and its parent.

#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

std::string pack(const Schema& schema);

/// Unpacks a Schema. Throws Error(refused), without a path, for bytes that pack() cannot have made:
/// the file may have damaged the child.
Schema unpack(const std::string& bytes);

}  // namespace montecopter::record
