#pragma once
/// The firmware's packets, a datagram for each frame: the pulses of its servo outputs. Source:
/// ArduPilot, libraries/SITL/examples/JSON/readme.md, "SITL output".

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace montecopter::ardupilot {

inline constexpr int most_outputs = 32;

struct ServoPacket {
  std::uint16_t frame_rate_hz = 0;  ///< at which it would like to be stepped (SIM_RATE_HZ)
  std::uint32_t frame = 0;          ///< counts the frames; a repeated one has the same number
  int outputs = 0;                  ///< 16, or 32 with SERVO_32_ENABLE = 1
  std::array<std::uint16_t, most_outputs> pulse_us{};  ///< of output 1, 2, ...; 0: none
};

/// Bytes of the longest packet. A buffer for datagrams is longer, so that a longer one shows.
inline constexpr std::size_t longest_servo_packet = 8 + 2 * most_outputs;

/// The packet that a datagram is; nothing if it is none.
std::optional<ServoPacket> read_servo_packet(std::string_view bytes);

/// Why a datagram is none, for people: "its length is 12 bytes, not 40 or 72".
std::string why_no_servo_packet(std::string_view bytes);

}  // namespace montecopter::ardupilot
