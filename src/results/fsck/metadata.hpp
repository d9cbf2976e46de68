#pragma once
/// Compares the metadata of a file, byte by byte, with the metadata that HDF5 writes for the same
/// layout now.

#include <cstdint>

#include "plan/layout.hpp"
#include "record/reader.hpp"

namespace montecopter::fsck {

/// Bytes outside all datasets that differ from a new file with the same layout.
struct MetadataDifference {
  std::uint64_t bytes = 0;
  std::uint64_t first = 0;  ///< place of the first in the file
  bool other_size = false;  ///< the file size differs
};

/// Compares all bytes outside the datasets.
MetadataDifference compare_metadata(const record::ResultFile& file, const Layout& layout);

}  // namespace montecopter::fsck
