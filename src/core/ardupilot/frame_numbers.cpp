#include "core/ardupilot/frame_numbers.hpp"

namespace montecopter::ardupilot {

std::string_view words_of(FrameKind kind) {
  switch (kind) {
    case FrameKind::next:
      return "sends the next frame";
    case FrameKind::repeated:
      return "repeats a frame";
    case FrameKind::skipped:
      return "has skipped frames";
    case FrameKind::restarted:
      return "has started again";
  }
  return "";
}

/// Differences wrap around with the counter, so that its end after 2^32 frames is no restart: the
/// upper half of them is behind.
FrameKind FrameNumbers::take(std::uint32_t frame) {
  constexpr std::uint32_t half = std::uint32_t{1} << 31;
  if (last_) {
    const std::uint32_t ahead = frame - *last_;
    if (ahead == 0) return FrameKind::repeated;
    if (ahead >= half) return frame == 0 ? FrameKind::restarted : FrameKind::repeated;
    if (ahead > 1) return FrameKind::skipped;
  }
  last_ = frame;
  return FrameKind::next;
}

}  // namespace montecopter::ardupilot
