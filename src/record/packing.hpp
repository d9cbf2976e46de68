#pragma once
/// A Schema as plain bytes, for the pipe between the child that runs HDF5 and its parent.

#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

std::string pack(const Schema& schema);

/// Throws Error(refused), without a path, on bytes that pack() cannot have made: the child may
/// have been damaged by what it read.
Schema unpack(const std::string& bytes);

}  // namespace montecopter::record
