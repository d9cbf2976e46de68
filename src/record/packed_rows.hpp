#pragma once
/// Rows of columns, sample by sample: as a check takes them, in place of column by column, as they
/// are stored.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/schema.hpp"

namespace montecopter::record {

/// Some consecutive samples at a time, in memory that is used again.
class PackedRows {
 public:
  explicit PackedRows(const std::vector<const Dataset*>& columns);

  /// Packs samples [first, first + count), of which `columns` holds the rows, column by column.
  void pack(std::int64_t first, std::int64_t count,
            std::span<const std::span<const std::byte>> columns);
  /// The index of a sample (int64) and its row of each column, one behind the other.
  std::span<const std::byte> of(std::int64_t sample) const {
    return std::span(bytes_).subspan(static_cast<std::size_t>(sample - first_) * size_, size_);
  }

 private:
  std::vector<std::size_t> sizes_;           ///< of a row of each column [byte]
  std::size_t size_ = sizeof(std::int64_t);  ///< of all rows of a sample [byte]
  std::int64_t first_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace montecopter::record
