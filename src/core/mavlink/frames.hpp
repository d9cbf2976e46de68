#pragma once
/// Frames of MAVLink: what stands around the payload of a message. They are sent as MAVLink 2 and
/// read as either. Source: https://mavlink.io/en/guide/serialization.html.
///
///   MAVLink 1: FE length sequence system component id payload crc[2]
///   MAVLink 2: FD length incompatible compatible sequence system component id[3] payload crc[2]
///              signature[13] where the first bit of `incompatible` says so
///
/// Numbers are little endian. The checksum is of all between the first byte and itself, and of the
/// message's CRC_EXTRA.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/mavlink/message_kinds.hpp"

namespace montecopter::mavlink {

/// Bytes of the longest frame.
inline constexpr std::size_t longest_frame = 10 + 255 + 2 + 13;

/// System and component that send.
struct Sender {
  std::uint8_t system = 1, component = 1;
};

/// Appends a frame of MAVLink 2, of whose payload the zeros at the end are left out, but for the
/// first byte.
void append_frame(const MessageKind& kind, std::string_view payload, Sender sender,
                  std::uint8_t sequence, std::string& out);

/// A message that has come.
struct Frame {
  const MessageKind* kind = nullptr;
  Sender sender;
  std::uint8_t sequence = 0;
  std::string payload;  ///< whole: what was left out is zero, and what is behind is cut off
};

/// Finds frames in a stream of bytes, or in datagrams. A frame is damaged if it has another
/// checksum, an unknown flag, or a length that its message cannot have. The search then begins
/// again one byte on. It does the same at unknown messages, whose checksum is not known: their
/// bytes may contain a good frame.
class FrameReader {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }

  /// The next whole frame; nothing: more bytes are needed.
  std::optional<Frame> next();

  /// Bytes that wait for the rest of their frame.
  std::size_t waiting() const { return bytes_.size() - at_; }
  /// Gives up on the frame that waits for its rest: what looks like its first byte may be none.
  void give_up();

  /// Bytes that were no part of a known message.
  std::uint64_t dropped() const { return dropped_; }

 private:
  enum class FrameSearch { frame, none, incomplete };
  FrameSearch look(Frame& frame, std::size_t& size) const;
  void forget(std::size_t count);

  std::string bytes_;
  std::size_t at_ = 0;  ///< of the first that has not been looked at
  std::uint64_t dropped_ = 0;
};

}  // namespace montecopter::mavlink
