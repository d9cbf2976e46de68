#include "core/ardupilot/rc_packet.hpp"

namespace montecopter::ardupilot {

void append_rc_packet(const RcChannels& channels, std::string& out) {
  for (const std::uint16_t pulse : channels) {
    out += static_cast<char>(pulse & 0xff);
    out += static_cast<char>(pulse >> 8);
  }
}

}  // namespace montecopter::ardupilot
