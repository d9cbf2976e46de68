#pragma once
/// The sticks and switches of a radio control, as the firmware reads them from its UDP port for it:
/// 16 pulses, little endian, of which 0 leaves a channel as it was. Source: ArduPilot,
/// libraries/AP_HAL_SITL, SITL_State::_read_rc_sitl_input.

#include <array>
#include <cstdint>
#include <string>

namespace montecopter::ardupilot {

inline constexpr std::size_t rc_channels = 16;

/// Pulses of channel 1, 2, ... [us]; 0: as before.
using RcChannels = std::array<std::uint16_t, rc_channels>;

/// Appends the 32 bytes.
void append_rc_packet(const RcChannels& channels, std::string& out);

}  // namespace montecopter::ardupilot
