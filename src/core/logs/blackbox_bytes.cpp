#include "core/logs/blackbox_bytes.hpp"

#include <algorithm>
#include <array>

namespace montecopter::logs {
namespace {

/// The lowest `bits` of a number in two's complement.
std::int32_t of_bits(std::uint32_t value, int bits) {
  const std::uint32_t sign = std::uint32_t{1} << (bits - 1);
  const std::uint32_t low = value & (sign | (sign - 1));
  return static_cast<std::int32_t>((low ^ sign) - sign);
}

}  // namespace

std::uint32_t BlackboxBytes::byte() {
  if (at_ >= bytes_.size()) {
    failed_ = true;
    return 0;
  }
  return static_cast<unsigned char>(bytes_[at_++]);
}

/// Seven bits in each byte, the lowest first; the highest bit says that another byte follows.
std::uint32_t BlackboxBytes::unsigned_vb() {
  std::uint32_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const std::uint32_t next = byte();
    value |= (next & 0x7f) << shift;
    if (next < 0x80) return value;
  }
  failed_ = true;
  return 0;
}

/// ZigZag: 0, -1, 1, -2, 2 ... are 0, 1, 2, 3, 4 ...
std::int32_t BlackboxBytes::signed_vb() {
  const std::uint32_t value = unsigned_vb();
  return static_cast<std::int32_t>((value >> 1) ^ (0 - (value & 1)));
}

std::int32_t BlackboxBytes::little_endian(int bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= byte() << (8 * i);
  return of_bits(value, 8 * bytes);
}

/// A bit for each value that is not 0, then these; a value that stands alone has no such byte.
void BlackboxBytes::tag8_8svb(std::span<std::int32_t> values) {
  if (values.size() == 1) {
    values[0] = signed_vb();
    return;
  }
  const std::uint32_t tags = byte();
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (tags >> i) & 1 ? signed_vb() : 0;
}

/// Two bits say whether a value has 0, 4, 8 or 16 bits. They stand in nibbles, the high one first,
/// across bytes.
void BlackboxBytes::tag8_4s16(std::span<std::int32_t, 4> values) {
  const std::uint32_t tags = byte();
  std::uint32_t last = 0;
  bool has_nibble = false;
  const auto nibble = [&] {
    has_nibble = !has_nibble;
    if (!has_nibble) return last & 0xf;
    last = byte();
    return last >> 4;
  };
  for (std::size_t i = 0; i < 4; ++i) {
    constexpr std::array<int, 4> nibbles{0, 1, 2, 4};
    const int count = nibbles[(tags >> (2 * i)) & 3];
    std::uint32_t value = 0;
    for (int k = 0; k < count; ++k) value = value << 4 | nibble();
    values[i] = count == 0 ? 0 : of_bits(value, 4 * count);
  }
}

/// The two highest bits of the first byte say how many bits each value has: 2, or 4 and 6 (5, 5, 4
/// and 8, 7, 7 where they vary), or 8 to 32 as the other six say.
void BlackboxBytes::tag2_3(std::span<std::int32_t, 3> values, bool is_variable) {
  constexpr std::array<std::array<int, 3>, 3> fixed{{{2, 2, 2}, {4, 4, 4}, {6, 6, 6}}};
  constexpr std::array<std::array<int, 3>, 3> variable{{{2, 2, 2}, {5, 5, 4}, {8, 7, 7}}};
  const std::uint32_t first = byte(), tag = first >> 6;
  if (tag == 3) {
    for (int i = 0; i < 3; ++i) {
      const auto more = static_cast<int>((first >> (2 * i)) & 3);
      values[static_cast<std::size_t>(i)] = little_endian(1 + more);
    }
    return;
  }
  if (tag == 2 && !is_variable) {  // a byte each, of which the two highest bits are not used
    values[0] = of_bits(first, 6);
    values[1] = of_bits(byte(), 6);
    values[2] = of_bits(byte(), 6);
    return;
  }
  // Values end where the bytes do.
  std::uint32_t bits = first & 0x3f;
  for (std::uint32_t more = 0; more < tag; ++more) bits = bits << 8 | byte();
  const std::array<int, 3>& sizes = (is_variable ? variable : fixed)[tag];
  for (std::size_t i = 3; i-- > 0;) {
    values[i] = of_bits(bits, sizes[i]);
    bits >>= sizes[i];
  }
}

void BlackboxBytes::group(BlackboxEncoding encoding, std::span<std::int32_t> values) {
  std::array<std::int32_t, 8> read{};
  switch (encoding) {
    case BlackboxEncoding::signed_vb:
      read[0] = signed_vb();
      break;
    case BlackboxEncoding::unsigned_vb:
      read[0] = static_cast<std::int32_t>(unsigned_vb());
      break;
    case BlackboxEncoding::neg_14bit:
      read[0] = -of_bits(unsigned_vb(), 14);
      break;
    case BlackboxEncoding::tag8_8svb:
      return tag8_8svb(values);
    case BlackboxEncoding::tag8_4s16:
      tag8_4s16(std::span<std::int32_t, 4>(read.data(), 4));
      break;
    case BlackboxEncoding::tag2_3s32:
    case BlackboxEncoding::tag2_3svariable:
      tag2_3(std::span<std::int32_t, 3>(read.data(), 3),
             encoding == BlackboxEncoding::tag2_3svariable);
      break;
    case BlackboxEncoding::null:
      break;
  }
  std::copy_n(read.begin(), values.size(), values.begin());
}

}  // namespace montecopter::logs
