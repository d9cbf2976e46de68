#pragma once
/// Encoding of numbers in the frames of a Blackbox log (betaflight.com, Blackbox logging
/// internals).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace montecopter::logs {

/// The numbers that headers have for them.
enum class BlackboxEncoding {
  signed_vb = 0,
  unsigned_vb = 1,
  neg_14bit = 3,
  tag8_8svb = 6,
  tag2_3s32 = 7,
  tag8_4s16 = 8,
  null = 9,
  tag2_3svariable = 10,
};

constexpr bool is_blackbox_encoding(std::int64_t number) {
  return number == 0 || number == 1 || number == 3 || (6 <= number && number <= 10);
}

/// Largest number of neighbouring fields of one encoding that are written together.
constexpr std::size_t group_of(BlackboxEncoding encoding) {
  switch (encoding) {
    case BlackboxEncoding::tag8_8svb:
      return 8;
    case BlackboxEncoding::tag8_4s16:
      return 4;
    case BlackboxEncoding::tag2_3s32:
    case BlackboxEncoding::tag2_3svariable:
      return 3;
    default:
      return 1;
  }
}

/// Reads one number after the other. Behind the end all are 0, and `failed()` says so.
class BlackboxBytes {
 public:
  BlackboxBytes(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  std::size_t at() const { return at_; }
  /// Whether the bytes were not enough, or no number of 32 bits.
  bool failed() const { return failed_; }

  std::uint32_t byte();
  std::uint32_t unsigned_vb();
  std::int32_t signed_vb();
  /// Up to group_of(encoding) numbers, which are written together.
  void group(BlackboxEncoding encoding, std::span<std::int32_t> values);

 private:
  std::int32_t little_endian(int bytes);
  void tag8_8svb(std::span<std::int32_t> values);
  void tag8_4s16(std::span<std::int32_t, 4> values);
  void tag2_3(std::span<std::int32_t, 3> values, bool is_variable);

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace montecopter::logs
