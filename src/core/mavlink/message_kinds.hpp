#pragma once
/// The messages that are exchanged with a firmware: their numbers, sizes and the byte by which the
/// checksum distinguishes another definition of the same number (CRC_EXTRA). Source: MAVLink,
/// message_definitions/v1.0/common.xml; tests/core/mavlink computes the byte from the fields there.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace montecopter::mavlink {

struct MessageKind {
  std::uint32_t id;
  std::string_view name;
  std::uint8_t bytes_v1;  ///< of the payload in MAVLink 1, which has no extension fields
  std::uint8_t bytes;     ///< of the whole payload
  std::uint8_t crc_extra;
};

inline constexpr MessageKind heartbeat{0, "HEARTBEAT", 9, 9, 50};
inline constexpr MessageKind param_request_read{20, "PARAM_REQUEST_READ", 20, 20, 214};
inline constexpr MessageKind param_request_list{21, "PARAM_REQUEST_LIST", 2, 2, 159};
inline constexpr MessageKind param_value{22, "PARAM_VALUE", 25, 25, 220};
inline constexpr MessageKind command_long{76, "COMMAND_LONG", 33, 33, 152};
inline constexpr MessageKind command_ack{77, "COMMAND_ACK", 3, 10, 143};
inline constexpr MessageKind hil_actuator_controls{93, "HIL_ACTUATOR_CONTROLS", 81, 81, 47};
inline constexpr MessageKind hil_sensor{107, "HIL_SENSOR", 64, 65, 108};
inline constexpr MessageKind hil_gps{113, "HIL_GPS", 36, 39, 124};
inline constexpr MessageKind statustext{253, "STATUSTEXT", 51, 54, 83};

/// All of them.
std::span<const MessageKind> message_kinds();

/// Null: a message that is not known here.
const MessageKind* find_kind(std::uint32_t id);

}  // namespace montecopter::mavlink
