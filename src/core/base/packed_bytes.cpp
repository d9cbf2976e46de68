#include "core/base/packed_bytes.hpp"

#include <cstring>
#include <stdexcept>

namespace montecopter {

void BytePacker::number(std::uint64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

void BytePacker::text(std::string_view value) {
  number(value.size());
  out += value;
}

std::uint64_t ByteUnpacker::number() {
  std::uint64_t value = 0;
  std::memcpy(&value, take(sizeof value).data(), sizeof value);
  return value;
}

std::uint64_t ByteUnpacker::below(std::uint64_t limit) {
  const std::uint64_t value = number();
  if (value >= limit) throw std::out_of_range("it contains an invalid number");
  return value;
}

std::size_t ByteUnpacker::count() {
  const std::uint64_t value = number();
  if (value > rest_.size()) throw std::out_of_range("it ends too early");
  return static_cast<std::size_t>(value);
}

std::string_view ByteUnpacker::take(std::uint64_t size) {
  if (size > rest_.size()) throw std::out_of_range("it ends too early");
  const std::string_view piece = rest_.substr(0, static_cast<std::size_t>(size));
  rest_.remove_prefix(piece.size());
  return piece;
}

}  // namespace montecopter
