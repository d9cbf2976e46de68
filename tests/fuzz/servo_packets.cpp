#include <algorithm>
#include <string>

#include "core/ardupilot/frame_numbers.hpp"
#include "core/ardupilot/pulse_range.hpp"
#include "core/ardupilot/servo_packet.hpp"
#include "fuzz/attempt.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {
namespace {

void check_packet(std::string_view bytes, ardupilot::FrameNumbers& numbers) {
  const auto packet = ardupilot::read_servo_packet(bytes);
  if (!packet) {
    if (ardupilot::why_no_servo_packet(bytes).empty()) finding("no reason for what is no packet");
    return;
  }
  if (packet->outputs != 16 && packet->outputs != 32) finding("another number of outputs");
  for (const std::uint16_t pulse : packet->pulse_us) {
    const double part = ardupilot::PulseRange{}.fraction(pulse);
    if (!(part >= 0 && part <= 1)) finding("a pulse that is no fraction");
  }
  if (words_of(numbers.take(packet->frame)).empty()) finding("a frame of no kind");
  if (numbers.take(packet->frame) == ardupilot::FrameKind::next) {
    finding("the same frame is answered twice");
  }
}

}  // namespace

/// Datagrams one after another, each behind the number of its bytes.
void servo_packets(std::string_view input) {
  ardupilot::FrameNumbers numbers;
  while (!input.empty()) {
    const std::size_t size = static_cast<unsigned char>(input[0]);
    check_packet(input.substr(1, size), numbers);
    input.remove_prefix(std::min(input.size(), size + 1));
  }
}

}  // namespace montecopter::fuzz
