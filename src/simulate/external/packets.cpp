#include "simulate/external/packets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/contract.hpp"

namespace montecopter {

std::vector<std::byte> start_packet(const montecopter_vehicle& vehicle, std::uint64_t sample,
                                    std::uint32_t followed, std::span<const std::string> names,
                                    const double* parameters) {
  StartPacket start{};
  start.header.kind = PacketKind::start;
  start.sample = sample;
  start.commands = vehicle.commands;
  start.followed = followed;
  start.parameter_count = static_cast<std::uint32_t>(names.size());
  start.mass_kg = vehicle.mass_kg;
  start.gravity_m_s2 = vehicle.gravity_m_s2;
  std::copy_n(vehicle.inertia_kg_m2, 9, start.inertia_kg_m2);
  start.period_s = vehicle.period_s;
  start.thrust_low_n = vehicle.thrust_low_n;
  start.thrust_high_n = vehicle.thrust_high_n;
  std::copy_n(vehicle.command_low, MONTECOPTER_MOST_COMMANDS, start.command_low);
  std::copy_n(vehicle.command_high, MONTECOPTER_MOST_COMMANDS, start.command_high);
  std::copy_n(vehicle.command_hover, MONTECOPTER_MOST_COMMANDS, start.command_hover);
  std::vector<std::byte> packet(sizeof(start) + names.size() * sizeof(NamedParameter));
  std::memcpy(packet.data(), &start, sizeof(start));
  for (std::size_t i = 0; i < names.size(); ++i) {
    expects(names[i].size() < parameter_name_bytes, "names fit");
    NamedParameter parameter{};
    std::copy(names[i].begin(), names[i].end(), parameter.name);
    parameter.value = parameters[i];
    std::memcpy(packet.data() + sizeof(start) + i * sizeof(parameter), &parameter,
                sizeof(parameter));
  }
  return packet;
}

UpdatePacket update_packet(std::uint64_t number, const montecopter_input& input,
                           int set_point_width) {
  UpdatePacket packet{};
  packet.header.kind = PacketKind::update;
  packet.header.number = number;
  packet.time_s = input.time_s;
  packet.gain_factor = input.gain_factor;
  packet.state = *input.state;
  if (input.reference != nullptr) packet.reference = *input.reference;
  if (input.set_point != nullptr) std::copy_n(input.set_point, set_point_width, packet.set_point);
  return packet;
}

Answer read_answer(std::span<const std::byte> packet, std::uint64_t number, double* commands,
                   std::string& text) {
  const auto malformed = [&](std::string what) {
    text = std::move(what);
    return Answer::malformed;
  };
  PacketHeader header;
  if (packet.size() < sizeof(header)) {
    return malformed(fmt::format("it sent a packet of {} bytes, shorter than a header ({})",
                                 packet.size(), sizeof(header)));
  }
  std::memcpy(&header, packet.data(), sizeof(header));
  if (header.magic != packet_magic) {
    return malformed(
        fmt::format("it sent a packet with the magic number {:#010x} instead of "
                    "{:#010x}",
                    header.magic, packet_magic));
  }
  if (header.version != packet_version) {
    return malformed(fmt::format("it sent a packet of version {} instead of {}", header.version,
                                 packet_version));
  }
  if (header.number < number) return Answer::late;
  if (header.number > number) {
    return malformed(
        fmt::format("it answered packet {} instead of packet {}", header.number, number));
  }
  const std::span<const std::byte> body = packet.subspan(sizeof(header));
  if (header.kind == PacketKind::failed) {
    const auto size = std::min(body.size(), failed_text_bytes);
    text.assign(reinterpret_cast<const char*>(body.data()), size);
    return Answer::failed;
  }
  const bool is_start = number == 0;
  const PacketKind wanted = is_start ? PacketKind::ready : PacketKind::commands;
  if (header.kind != wanted) {
    return malformed(fmt::format("it sent a packet of kind {} instead of {}",
                                 static_cast<unsigned>(header.kind),
                                 static_cast<unsigned>(wanted)));
  }
  const std::size_t size = is_start ? sizeof(header) : sizeof(CommandsPacket);
  if (packet.size() != size) {
    return malformed(fmt::format("it sent {} of {} bytes instead of {}",
                                 is_start ? "ready" : "commands", packet.size(), size));
  }
  if (!is_start) std::memcpy(commands, body.data(), body.size());
  return Answer::as_asked;
}

}  // namespace montecopter
