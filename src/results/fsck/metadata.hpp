#pragma once
/// What HDF5 wrote, byte by byte, against what it writes for the same layout now.

#include <cstdint>
#include <optional>

#include "plan/layout.hpp"
#include "record/reader.hpp"

namespace montecopter::fsck {

/// Bytes outside of all datasets that are other ones than those of a file laid out anew.
struct MetadataDifference {
  std::uint64_t bytes = 0;
  std::uint64_t first = 0;  ///< where in the file
  bool other_size = false;  ///< of the file
};

/// Nothing if it cannot be known: the system lets nothing be laid out in memory.
std::optional<MetadataDifference> compare_metadata(const record::ResultFile& file,
                                                   const Layout& layout);

}  // namespace montecopter::fsck
