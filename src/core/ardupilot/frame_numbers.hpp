#pragma once
/// The numbers of the firmware's frames, by which packets are distinguished that are to be answered
/// and those that are not.
///
/// The firmware counts a frame whenever it has taken an answer, and sends the same frame again
/// after about a second of the clock without one (libraries/SITL, JSON::recv_fdm). A
/// repeated frame is therefore left alone: its answer is on the way, and to answer twice would make
/// what is flown depend on who was slow. The count begins again at 0 where the firmware does.

#include <cstdint>
#include <optional>
#include <string_view>

namespace montecopter::ardupilot {

enum class FrameKind {
  next,       ///< to be answered
  repeated,   ///< the last one again, or one before it: not to be answered
  skipped,    ///< the firmware has taken an answer that nobody has given
  restarted,  ///< the firmware has begun again, and has forgotten the flight
};

/// For messages: "has skipped frames".
std::string_view words_of(FrameKind kind);

class FrameNumbers {
 public:
  /// Kind of the packet with this number. Only `next` counts as the last one afterwards. The first
  /// packet of all is next, whatever its number.
  FrameKind take(std::uint32_t frame);

 private:
  std::optional<std::uint32_t> last_;
};

}  // namespace montecopter::ardupilot
