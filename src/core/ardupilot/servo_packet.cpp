#include "core/ardupilot/servo_packet.hpp"

#include <fmt/format.h>

namespace montecopter::ardupilot {
namespace {

/// Number of outputs of a packet of some length, and the number that it begins with.
struct Layout {
  std::size_t bytes;
  std::uint32_t magic;
  int outputs;
};
constexpr Layout layouts[] = {{40, 18458, 16}, {72, 29569, 32}};

/// Little endian.
std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t k = 0; k < size; ++k) {
    number |= std::uint32_t{static_cast<unsigned char>(bytes[at + k])} << (8 * k);
  }
  return number;
}

const Layout* layout_of(std::string_view bytes) {
  for (const Layout& layout : layouts) {
    if (bytes.size() == layout.bytes && number_at(bytes, 0, 2) == layout.magic) return &layout;
  }
  return nullptr;
}

}  // namespace

std::optional<ServoPacket> read_servo_packet(std::string_view bytes) {
  const Layout* layout = layout_of(bytes);
  if (layout == nullptr) return std::nullopt;
  ServoPacket packet;
  packet.frame_rate_hz = static_cast<std::uint16_t>(number_at(bytes, 2, 2));
  packet.frame = number_at(bytes, 4, 4);
  packet.outputs = layout->outputs;
  for (std::size_t i = 0; i < static_cast<std::size_t>(layout->outputs); ++i) {
    packet.pulse_us[i] = static_cast<std::uint16_t>(number_at(bytes, 8 + 2 * i, 2));
  }
  return packet;
}

std::string why_no_servo_packet(std::string_view bytes) {
  for (const Layout& layout : layouts) {
    if (bytes.size() != layout.bytes) continue;
    return fmt::format("it begins with {}, not with {}", number_at(bytes, 0, 2), layout.magic);
  }
  return fmt::format("its length is {} bytes, not {} or {}", bytes.size(), layouts[0].bytes,
                     layouts[1].bytes);
}

}  // namespace montecopter::ardupilot
