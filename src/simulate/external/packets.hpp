#pragma once
/// The packets between montecopter and a controller in a process of its own. Each is one message of
/// a SOCK_SEQPACKET socket. Numbers are little endian, with the units and frames of
/// border/montecopter_controller.h. docs/external-process.md has them as tables.
///
///   montecopter          program
///   start 0        ->
///                  <-    ready 0
///   update 1       ->
///                  <-    commands 1
///   update 2       ->    ... until the socket is closed
///
/// Instead of ready or commands a program may send failed, with a text. A packet with a number
/// lower than the awaited one is late, or a duplicate, and is dropped.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "simulate/border/montecopter_controller.h"

namespace montecopter {

static_assert(std::endian::native == std::endian::little, "packets are copied as they lie");

inline constexpr std::uint32_t packet_magic = 0x504f434du;  ///< its bytes are "MCOP"
inline constexpr std::uint16_t packet_version = 1;

enum class PacketKind : std::uint16_t { start = 1, ready, update, commands, failed };

struct PacketHeader {
  std::uint32_t magic = packet_magic;
  std::uint16_t version = packet_version;
  PacketKind kind{};
  std::uint64_t number = 0;  ///< of the exchange in this flight; 0: the start
};
static_assert(sizeof(PacketHeader) == 16);

/// A start packet. NamedParameter follows `parameter_count` times.
struct StartPacket {
  PacketHeader header;
  std::uint64_t sample;  ///< of the campaign: a seed for a program's own random numbers
  std::uint32_t commands, followed, parameter_count, reserved;
  double mass_kg, gravity_m_s2;
  double inertia_kg_m2[9];
  double period_s;
  double thrust_low_n, thrust_high_n;
  double command_low[MONTECOPTER_MOST_COMMANDS];
  double command_high[MONTECOPTER_MOST_COMMANDS];
  double command_hover[MONTECOPTER_MOST_COMMANDS];
};
static_assert(sizeof(StartPacket) == 536 && offsetof(StartPacket, mass_kg) == 40 &&
              offsetof(StartPacket, command_low) == 152);

/// Bytes of the longest parameter name, with its final zero.
inline constexpr std::size_t parameter_name_bytes = 56;

struct NamedParameter {
  char name[parameter_name_bytes];  ///< padded with zeros
  double value;
};
static_assert(sizeof(NamedParameter) == 64);

struct UpdatePacket {
  PacketHeader header;
  double time_s, gain_factor;
  montecopter_state state;
  montecopter_reference reference;  ///< zeros if set-points are followed
  double set_point[5];              ///< zeros after its numbers, or if a trajectory is followed
};
static_assert(sizeof(UpdatePacket) == 320 && offsetof(UpdatePacket, state) == 32 &&
              offsetof(UpdatePacket, reference) == 136 && offsetof(UpdatePacket, set_point) == 280);

struct CommandsPacket {
  PacketHeader header;
  double commands[MONTECOPTER_MOST_COMMANDS];  ///< commands beyond the vehicle's are ignored
};
static_assert(sizeof(CommandsPacket) == 144);

/// Bytes of the longest text of a failed packet; longer texts are truncated.
inline constexpr std::size_t failed_text_bytes = 1024;
/// Room for any answer, plus a byte to detect a longer packet.
using AnswerBytes = std::array<std::byte, sizeof(PacketHeader) + failed_text_bytes + 1>;

/// The packet that starts a flight: the struct and its parameters.
std::vector<std::byte> start_packet(const montecopter_vehicle& vehicle, std::uint64_t sample,
                                    std::uint32_t followed, std::span<const std::string> names,
                                    const double* parameters);

/// The packet of an update; a set-point has `set_point_width` numbers.
UpdatePacket update_packet(std::uint64_t number, const montecopter_input& input,
                           int set_point_width);

/// Kinds of packets from a program.
enum class Answer { as_asked, late, failed, malformed };

/// Reads a packet that arrives while the answer to packet `number` is awaited: commands, or ready
/// for the start. `text` becomes the text of a failed packet, or the fault of a malformed one.
/// `commands` receives the commands, and may be null for the start.
Answer read_answer(std::span<const std::byte> packet, std::uint64_t number, double* commands,
                   std::string& text);

}  // namespace montecopter
