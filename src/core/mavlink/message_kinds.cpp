#include "core/mavlink/message_kinds.hpp"

namespace montecopter::mavlink {
namespace {

constexpr MessageKind all[] = {heartbeat,          command_long, command_ack, hil_actuator_controls,
                               hil_sensor,         hil_gps,      statustext,  param_request_read,
                               param_request_list, param_value};

}  // namespace

std::span<const MessageKind> message_kinds() { return all; }

const MessageKind* find_kind(std::uint32_t id) {
  for (const MessageKind& kind : all) {
    if (kind.id == id) return &kind;
  }
  return nullptr;
}

}  // namespace montecopter::mavlink
