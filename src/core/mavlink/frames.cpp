#include "core/mavlink/frames.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/mavlink/crc.hpp"

namespace montecopter::mavlink {
namespace {

constexpr char begin_v1 = '\xfe', begin_v2 = '\xfd';
constexpr std::size_t header_v1 = 6, header_v2 = 10, crc_bytes = 2, signature_bytes = 13;
constexpr std::uint8_t is_signed = 1;

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

/// Content of the header of a frame.
struct Header {
  std::size_t bytes, payload, whole;
  std::uint8_t incompatible, sequence;
  Sender sender;
  std::uint32_t id;
};

/// `bytes` has to have a whole header.
Header header_of(std::string_view bytes) {
  Header h{};
  h.payload = byte_at(bytes, 1);
  if (bytes[0] == begin_v1) {
    h.bytes = header_v1;
    h.sequence = byte_at(bytes, 2);
    h.sender = {byte_at(bytes, 3), byte_at(bytes, 4)};
    h.id = byte_at(bytes, 5);
  } else {
    h.bytes = header_v2;
    h.incompatible = byte_at(bytes, 2);
    h.sequence = byte_at(bytes, 4);
    h.sender = {byte_at(bytes, 5), byte_at(bytes, 6)};
    h.id = std::uint32_t{byte_at(bytes, 7)} | std::uint32_t{byte_at(bytes, 8)} << 8 |
           std::uint32_t{byte_at(bytes, 9)} << 16;
  }
  h.whole = h.bytes + h.payload + crc_bytes;
  if ((h.incompatible & is_signed) != 0) h.whole += signature_bytes;
  return h;
}

/// Whether a message can have a payload of that length.
bool fits(const Header& h, const MessageKind& kind) {
  if (h.bytes == header_v1) return h.payload == kind.bytes_v1;
  return h.payload >= 1;  // a newer definition may have more
}

bool has_right_crc(std::string_view bytes, const Header& h, const MessageKind& kind) {
  Crc crc;
  crc.add(bytes.substr(1, h.bytes - 1 + h.payload));
  crc.add(kind.crc_extra);
  const std::size_t at = h.bytes + h.payload;
  return crc.value() == (byte_at(bytes, at) | byte_at(bytes, at + 1) << 8);
}

}  // namespace

void append_frame(const MessageKind& kind, std::string_view payload, Sender sender,
                  std::uint8_t sequence, std::string& out) {
  expects(payload.size() == kind.bytes, "a whole payload");
  const std::size_t last = payload.find_last_not_of('\0');
  const std::size_t length = last == std::string_view::npos ? 1 : last + 1;
  const std::size_t begin = out.size();
  out += begin_v2;
  for (const std::uint32_t byte :
       {static_cast<std::uint32_t>(length), 0u, 0u, std::uint32_t{sequence},
        std::uint32_t{sender.system}, std::uint32_t{sender.component}, kind.id & 0xff,
        (kind.id >> 8) & 0xff, (kind.id >> 16) & 0xff}) {
    out += static_cast<char>(byte);
  }
  out += payload.substr(0, length);
  Crc crc;
  crc.add(std::string_view(out).substr(begin + 1));
  crc.add(kind.crc_extra);
  out += static_cast<char>(crc.value() & 0xff);
  out += static_cast<char>(crc.value() >> 8);
}

std::optional<Frame> FrameReader::next() {
  for (;;) {
    const std::size_t begin = std::min(bytes_.find(begin_v1, at_), bytes_.find(begin_v2, at_));
    const std::size_t found = std::min(begin, bytes_.size());
    dropped_ += found - at_;
    forget(found - at_);
    if (waiting() == 0) return std::nullopt;
    Frame frame;
    std::size_t size = 0;
    switch (look(frame, size)) {
      case FrameSearch::frame:
        forget(size);
        return frame;
      case FrameSearch::none:
        give_up();
        break;
      case FrameSearch::incomplete:
        return std::nullopt;
    }
  }
}

/// Result of the search for a frame at the first byte.
FrameReader::FrameSearch FrameReader::look(Frame& frame, std::size_t& size) const {
  const std::string_view bytes = std::string_view(bytes_).substr(at_);
  if (bytes.size() < (bytes[0] == begin_v1 ? header_v1 : header_v2)) return FrameSearch::incomplete;
  const Header h = header_of(bytes);
  const MessageKind* kind = find_kind(h.id);
  if ((h.incompatible & ~is_signed) != 0 || kind == nullptr || !fits(h, *kind)) {
    return FrameSearch::none;
  }
  if (bytes.size() < h.whole) return FrameSearch::incomplete;
  size = h.whole;
  if (!has_right_crc(bytes, h, *kind)) return FrameSearch::none;
  frame.kind = kind;
  frame.sender = h.sender;
  frame.sequence = h.sequence;
  frame.payload = bytes.substr(h.bytes, std::min<std::size_t>(h.payload, kind->bytes));
  frame.payload.resize(kind->bytes, '\0');
  return FrameSearch::frame;
}

void FrameReader::give_up() {
  if (waiting() == 0) return;
  ++dropped_;
  forget(1);
}

void FrameReader::forget(std::size_t count) {
  at_ += count;
  if (at_ < longest_frame) return;
  bytes_.erase(0, at_);
  at_ = 0;
}

}  // namespace montecopter::mavlink
