#pragma once
/// The checksum of MAVLink's frames: CRC-16/MCRF4XX, which the documentation of MAVLink calls X.25
/// (https://mavlink.io/en/guide/serialization.html, "CRC_EXTRA calculation" and "checksum").

#include <cstdint>
#include <string_view>

namespace montecopter::mavlink {

class Crc {
 public:
  void add(std::uint8_t byte) {
    auto mixed = static_cast<std::uint8_t>(byte ^ (value_ & 0xff));
    mixed = static_cast<std::uint8_t>(mixed ^ (mixed << 4));
    value_ = static_cast<std::uint16_t>((value_ >> 8) ^ (mixed << 8) ^ (mixed << 3) ^ (mixed >> 4));
  }
  void add(std::string_view bytes) {
    for (const char byte : bytes) add(static_cast<std::uint8_t>(byte));
  }
  std::uint16_t value() const { return value_; }

 private:
  std::uint16_t value_ = 0xffff;
};

}  // namespace montecopter::mavlink
