#pragma once
/// Rows of columns, sample by sample, as a check needs them. They are stored column by column.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "record/schema.hpp"

namespace montecopter::record {

/// Packs some consecutive samples at a time into reusable memory.
class PackedRows {
 public:
  explicit PackedRows(const std::vector<const Dataset*>& columns);

  /// Packs samples [first, first + count). `columns` holds their rows, column by column.
  void pack(std::int64_t first, std::int64_t count,
            std::span<const std::span<const std::byte>> columns);
  /// The index of a sample (int64) and its row of each column, one after the other.
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
