#pragma once
/// The HDF5 metadata of a new result file.

#include <cstdint>
#include <string>

#include "record/file_image.hpp"
#include "record/schema.hpp"

namespace montecopter::record {

/// A new file without its data, which are zeros.
struct LaidOut {
  Schema schema;    ///< with the offsets of the data, as describe() reads it but for the order
  FileImage image;  ///< of its final size
};

/// Writes groups, datasets, dimension scales and attributes of a schema by HDF5, in memory and in
/// this process: HDF5 parses no file here. Throws Error(internal), or std::bad_alloc if there is
/// little memory.
LaidOut lay_out(const Schema& wanted);

/// Exact size of the file of a layout. [byte]
std::uint64_t expected_bytes(const Layout& layout);

/// Version of HDF5 that the program is built with: "1.10.8".
std::string hdf5_version();

}  // namespace montecopter::record
