#pragma once
/// The HDF5 metadata of a new result file.

#include <string>

#include "record/schema.hpp"

namespace montecopter::record {

/// Writes groups, datasets, dimension scales and attributes of `schema` into the existing empty
/// file `path`, in a child process. The data are left as holes. Throws Error(io).
void lay_out(const std::string& path, const Schema& schema);

}  // namespace montecopter::record
