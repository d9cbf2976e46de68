#include "record/packed_rows.hpp"

#include <cstring>
#include <type_traits>

#include "core/base/index.hpp"

namespace montecopter::record {
namespace {

/// Copies rows to places that are `stride` bytes apart.
template <class Size>
void put_apart(const std::byte* from, Size size, std::byte* to, std::size_t stride,
               std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(to + i * stride, from + i * size, size);
  }
}

template <std::size_t size>
using Known = std::integral_constant<std::size_t, size>;

/// Copies rows. Usual sizes (a status, a number, digests) need no call for each row.
void put_rows(const std::byte* from, std::size_t size, std::byte* to, std::size_t stride,
              std::size_t count) {
  if (size == 1) return put_apart(from, Known<1>(), to, stride, count);
  if (size == 8) return put_apart(from, Known<8>(), to, stride, count);
  if (size == 64) return put_apart(from, Known<64>(), to, stride, count);
  put_apart(from, size, to, stride, count);
}

}  // namespace

PackedRows::PackedRows(const std::vector<const Dataset*>& columns) {
  for (const Dataset* column : columns) {
    sizes_.push_back(column->row_bytes());
    size_ += sizes_.back();
  }
}

void PackedRows::pack(std::int64_t first, std::int64_t count,
                      std::span<const std::span<const std::byte>> columns) {
  first_ = first;
  const auto rows = static_cast<Index>(count);
  bytes_.resize(size_ * rows);
  std::byte* to = bytes_.data();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t sample = first + i;
    std::memcpy(to + static_cast<Index>(i) * size_, &sample, sizeof sample);
  }
  to += sizeof first;
  for (std::size_t c = 0; c < sizes_.size(); ++c) {
    put_rows(columns[c].data(), sizes_[c], to, size_, rows);
    to += sizes_[c];
  }
}

}  // namespace montecopter::record
