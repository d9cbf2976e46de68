#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "fuzz/attempt.hpp"
#include "fuzz/targets.hpp"
#include "simulate/external/packets.hpp"

namespace montecopter::fuzz {

/// The first byte is the number of the packet that is answered, the rest is the answer.
void program_answer(std::string_view input) {
  if (input.empty()) return;
  const auto number = static_cast<std::uint64_t>(static_cast<unsigned char>(input[0]));
  const auto packet = std::as_bytes(std::span(input).subspan(1));
  std::array<double, MONTECOPTER_MOST_COMMANDS> commands{};
  std::string text;
  const Answer answer = read_answer(packet, number, commands.data(), text);
  if (answer == Answer::malformed && text.empty()) finding("a malformed answer is not explained");
  if (text.size() > failed_text_bytes) finding("a text is longer than it may be");
  const std::size_t size = number == 0 ? sizeof(PacketHeader) : sizeof(CommandsPacket);
  if (answer == Answer::as_asked && packet.size() != size) finding("an answer of another size");
}

}  // namespace montecopter::fuzz
