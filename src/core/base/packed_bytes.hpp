#pragma once
/// Numbers and texts as bytes, one after another: for pipes between processes, and for files of our
/// own. A number is 8 bytes, little-endian; a text is the number of its bytes, then the bytes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace montecopter {

class BytePacker {
 public:
  void number(std::uint64_t value);
  void signed_number(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
  void text(std::string_view value);
  void raw(std::string_view bytes) { out += bytes; }

  std::string out;
};

/// Reads what a BytePacker has written. Throws std::out_of_range on bytes that it cannot have
/// written: they may come from anybody.
class ByteUnpacker {
 public:
  /// `bytes` have to outlive it.
  explicit ByteUnpacker(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number();
  std::int64_t signed_number() { return static_cast<std::int64_t>(number()); }
  /// A number below `limit`.
  std::uint64_t below(std::uint64_t limit);
  /// Number of items that follow, which take at least one byte each.
  std::size_t count();
  std::string_view text() { return take(count()); }
  std::string_view take(std::uint64_t size);
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace montecopter
