#include "record/file_image.hpp"

#include <algorithm>

#include "record/posix.hpp"

namespace montecopter::record {

void FileImage::write(std::uint64_t at, std::span<const std::byte> bytes) {
  size_ = std::max(size_, at + bytes.size());
  while (!bytes.empty()) {
    const std::uint64_t within = at % page_bytes;
    const std::size_t count = std::min<std::size_t>(bytes.size(), page_bytes - within);
    Page& page = pages_.try_emplace(at / page_bytes).first->second;
    std::copy_n(bytes.begin(), count, page.begin() + static_cast<std::ptrdiff_t>(within));
    bytes = bytes.subspan(count);
    at += count;
  }
}

void FileImage::read(std::uint64_t at, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const std::uint64_t within = at % page_bytes;
    const std::size_t count = std::min<std::size_t>(bytes.size(), page_bytes - within);
    const auto page = pages_.find(at / page_bytes);
    if (page == pages_.end()) {
      std::fill_n(bytes.begin(), count, std::byte{0});
    } else {
      std::copy_n(page->second.begin() + static_cast<std::ptrdiff_t>(within), count, bytes.begin());
    }
    bytes = bytes.subspan(count);
    at += count;
  }
}

void FileImage::write_to(int fd, const std::string& path) const {
  set_size(fd, size_, path);
  for (const auto& [number, page] : pages_) {
    const std::uint64_t at = number * page_bytes;
    if (at >= size_) break;
    pwrite_all(fd, std::span(page).first(std::min(page_bytes, size_ - at)), at, path);
  }
}

}  // namespace montecopter::record
