/// Packets byte by byte as ArduPilot's examples/JSON/readme.md writes them: little endian,
/// uint16 magic, uint16 frame_rate, uint32 frame_count, uint16 pwm[16 or 32].

#include "core/ardupilot/servo_packet.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/ardupilot/pulse_range.hpp"
#include "core/ardupilot/rc_packet.hpp"

using namespace montecopter::ardupilot;
using namespace std::string_literals;

namespace {

/// 18458 = 0x481a, 1200 = 0x04b0, frame 0x01020304, outputs 1000 = 0x03e8 and 1001, the rest 1500 =
/// 0x05dc.
std::string packet_of_16() {
  std::string bytes = "\x1a\x48\xb0\x04\x04\x03\x02\x01\xe8\x03\xe9\x03"s;
  for (int i = 2; i < 16; ++i) bytes += "\xdc\x05"s;
  return bytes;
}

/// 29569 = 0x7381, 400 = 0x0190, frame 7, outputs 0 but the last, 2000 = 0x07d0.
std::string packet_of_32() {
  return "\x81\x73\x90\x01\x07\x00\x00\x00"s + std::string(62, '\0') + "\xd0\x07"s;
}

}  // namespace

TEST_CASE("A packet of 16 outputs is read as it is defined") {
  const auto packet = read_servo_packet(packet_of_16());
  REQUIRE(packet.has_value());
  CHECK(packet->frame_rate_hz == 1200);
  CHECK(packet->frame == 0x01020304);
  CHECK(packet->outputs == 16);
  CHECK(packet->pulse_us[0] == 1000);
  CHECK(packet->pulse_us[1] == 1001);
  CHECK(packet->pulse_us[15] == 1500);
  CHECK(packet->pulse_us[16] == 0);
}

TEST_CASE("A packet of 32 outputs is read as it is defined") {
  const auto packet = read_servo_packet(packet_of_32());
  REQUIRE(packet.has_value());
  CHECK(packet->frame_rate_hz == 400);
  CHECK(packet->frame == 7);
  CHECK(packet->outputs == 32);
  CHECK(packet->pulse_us[30] == 0);
  CHECK(packet->pulse_us[31] == 2000);
}

TEST_CASE("What is no packet is none, and the reason is said") {
  std::string other = packet_of_16();
  other[0] = '\x1b';
  CHECK_FALSE(read_servo_packet(other));
  CHECK(why_no_servo_packet(other) == "it begins with 18459, not with 18458");
  // The number that belongs to the other length.
  CHECK_FALSE(read_servo_packet("\x81\x73"s + packet_of_16().substr(2)));
  CHECK_FALSE(read_servo_packet("\x1a\x48"s + packet_of_32().substr(2)));
  for (const std::size_t length : {0, 1, 2, 8, 39, 41, 71, 73, 1000}) {
    const std::string bytes = (packet_of_16() + std::string(1000, '\0')).substr(0, length);
    CAPTURE(length);
    CHECK_FALSE(read_servo_packet(bytes));
    CHECK(why_no_servo_packet(bytes) ==
          "its length is " + std::to_string(length) + " bytes, not 40 or 72");
  }
}

TEST_CASE("Pulses are fractions of their range") {
  const PulseRange usual;
  CHECK(usual.fraction(0) == 0);
  CHECK(usual.fraction(999) == 0);
  CHECK(usual.fraction(1000) == 0);
  CHECK(usual.fraction(1250) == 0.25);
  CHECK(usual.fraction(2000) == 1);
  CHECK(usual.fraction(65535) == 1);
  const PulseRange own{1100, 1900};
  CHECK(own.fraction(1100) == 0);
  CHECK(own.fraction(1500) == 0.5);
  CHECK(own.fraction(1900) == 1);
}

TEST_CASE("A packet of a radio control is 16 pulses, little endian") {
  RcChannels channels{};
  channels[0] = 1500;
  channels[2] = 1000;
  channels[15] = 0x1234;
  std::string bytes;
  append_rc_packet(channels, bytes);
  CHECK(bytes == "\xdc\x05\0\0\xe8\x03"s + std::string(24, '\0') + "\x34\x12"s);
}
