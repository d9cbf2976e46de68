#include "core/logs/ulog_messages.hpp"

#include <algorithm>

namespace montecopter::logs {
namespace {

constexpr std::string_view types = "BFIMPQARDLCSO";
constexpr std::string_view sync_magic("\x2F\x73\x13\x20\x25\x0C\xBB\x12", 8);
/// A byte of level and eight of time; of a tagged text two more.
constexpr std::size_t before_text = 9, before_tagged_text = 11;

/// Texts and names are distinguished from other bytes by their beginnings.
constexpr std::size_t looked_at = 256;

/// UTF-8: any byte from the blank on may be in it.
bool is_text(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, looked_at);
  return std::all_of(start.begin(), start.end(), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' || c == '\t' || c == '\n' || c == '\r' ||
           c == '\x1b';
  });
}

/// "name:fields".
bool is_format(std::string_view content) {
  return is_text(content) && content.substr(0, looked_at).find(':') != content.npos;
}

/// A length, and so many bytes of key: "float MC_ROLL_P".
bool begins_with_key(std::string_view content) {
  const std::size_t length = content.empty() ? 0 : static_cast<unsigned char>(content[0]);
  const std::string_view key = content.substr(std::min<std::size_t>(1, content.size()), length);
  return length > 0 && key.size() == length && is_text(key) && key.find(' ') != key.npos;
}

/// The levels of the Linux kernel, as digits.
bool is_logged_text(std::string_view content, std::size_t before) {
  return content.size() >= before && '0' <= content[0] && content[0] <= '7' &&
         is_text(content.substr(before));
}

}  // namespace

std::uint64_t ulog_number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return value;
}

std::optional<UlogMessage> ulog_message_at(std::string_view bytes, std::size_t at,
                                           std::size_t end) {
  if (end - at < ulog_header_bytes) return std::nullopt;
  const std::size_t size = ulog_number(bytes, at, 2);
  if (end - at - ulog_header_bytes < size) return std::nullopt;
  const std::size_t from = at + ulog_header_bytes;
  return UlogMessage{bytes[at + 2], bytes.substr(from, size), from + size};
}

bool is_ulog_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
           c == '-' || c == '/';
  });
}

bool is_ulog_type(char type) { return types.find(type) != types.npos; }

bool is_as_ulog_defines(const UlogMessage& message) {
  const std::string_view content = message.content;
  switch (message.type) {
    case 'B':
      return content.size() >= flag_bits_bytes;
    case 'F':
      return is_format(content);
    case 'I':
    case 'P':
      return begins_with_key(content);
    case 'M':  // whether it continues the one before, or which defaults it states
    case 'Q':
      return !content.empty() && begins_with_key(content.substr(1));
    case 'A':  // instance, number, name
      return content.size() > 3 && is_ulog_name(content.substr(3));
    case 'R':
    case 'O':
      return content.size() == 2;
    case 'D':
      return content.size() >= 2;
    case 'L':
      return is_logged_text(content, before_text);
    case 'C':
      return is_logged_text(content, before_tagged_text);
    case 'S':
      return content == sync_magic;
    default:
      return false;
  }
}

}  // namespace montecopter::logs
