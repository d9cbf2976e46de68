#include <cmath>
#include <string>

#include "core/mavlink/frames.hpp"
#include "core/mavlink/lockstep_clock.hpp"
#include "core/mavlink/messages.hpp"
#include "fuzz/attempt.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {
namespace {

using namespace mavlink;

void check_frame(const Frame& frame) {
  if (frame.kind == nullptr || find_kind(frame.kind->id) != frame.kind) {
    return finding("a frame of no known message");
  }
  if (frame.payload.size() != frame.kind->bytes) return finding("a payload that is not whole");
  if (frame.kind->id == command_ack.id) {
    const CommandAck ack = read_ack(frame.payload);
    if (words_of_result(ack.result).empty()) finding("a result without words");
  }
  if (frame.kind->id == hil_actuator_controls.id) {
    const HilActuatorControls controls = read_controls(frame.payload);
    const LockstepClock clock(250);
    if (clock.answers(3, controls.time_us) == AnswerTime::now &&
        clock.answers(4, controls.time_us) == AnswerTime::now) {
      finding("one answer to two questions");
    }
  }
  // What is sent is found as it was sent.
  std::string again;
  append_frame(*frame.kind, frame.payload, frame.sender, frame.sequence, again);
  FrameReader reader;
  reader.add(again);
  const auto found = reader.next();
  if (!found || found->payload != frame.payload || found->sequence != frame.sequence) {
    finding("a frame that is not found again");
  }
}

}  // namespace

/// A stream of bytes, in pieces of as many as the first byte says; where it ends in the middle of a
/// frame, that is given up byte by byte.
void mavlink_bytes(std::string_view input) {
  if (input.empty()) return;
  const std::size_t piece = 1 + static_cast<unsigned char>(input[0]);
  const std::string_view bytes = input.substr(1);
  FrameReader reader;
  std::size_t in_frames = 0;
  const auto take_all = [&] {
    while (const auto frame = reader.next()) {
      check_frame(*frame);
      ++in_frames;
    }
  };
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.add(bytes.substr(at, piece));
    take_all();
    if (reader.waiting() >= longest_frame) finding("more than a frame is waited for");
  }
  while (reader.waiting() > 0) {
    reader.give_up();
    take_all();
  }
  if (reader.dropped() + in_frames > bytes.size()) finding("more is dropped than came");
}

}  // namespace montecopter::fuzz
