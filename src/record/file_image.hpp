#pragma once
/// A file in memory, as HDF5 lays it out: pages with metadata, and holes for the data.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace montecopter::record {

/// Pages that were never written are zeros and take no memory.
class FileImage {
 public:
  std::uint64_t size() const { return size_; }
  /// Sets the size. Written pages beyond it are not removed.
  void resize(std::uint64_t size) { size_ = size; }

  /// Writes bytes; the file grows if they end beyond it.
  void write(std::uint64_t at, std::span<const std::byte> bytes);
  /// Reads bytes, zeros where nothing was written.
  void read(std::uint64_t at, std::span<std::byte> bytes) const;

  /// Writes the pages into the open file, which is empty, and gives it the size of the image.
  /// `path` is for messages. Throws Error(io).
  void write_to(int fd, const std::string& path) const;

 private:
  static constexpr std::uint64_t page_bytes = 4096;
  using Page = std::array<std::byte, page_bytes>;

  std::map<std::uint64_t, Page> pages_;  ///< by number
  std::uint64_t size_ = 0;               ///< [byte]
};

}  // namespace montecopter::record
