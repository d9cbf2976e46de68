#pragma once
/// The messages of a ULog as they stand in the file, and whether they fit the written definition
/// (docs.px4.io, ULog File Format).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace montecopter::logs {

/// Two bytes of size and one of type begin a message.
inline constexpr std::size_t ulog_header_bytes = 3;
/// Content of a message of flag bits.
inline constexpr std::size_t flag_bits_bytes = 40;

struct UlogMessage {
  char type = 0;
  std::string_view content;
  std::size_t end = 0;  ///< byte of the file behind it
};

/// The `size` bytes from byte `at` on as a whole number, the lowest first.
std::uint64_t ulog_number(std::string_view bytes, std::size_t at, std::size_t size);

/// The message that begins at byte `at`; nullopt if it does not end before byte `end`.
std::optional<UlogMessage> ulog_message_at(std::string_view bytes, std::size_t at, std::size_t end);

/// Whether formats, fields and topics can be called so.
bool is_ulog_name(std::string_view text);

/// Whether the definition, of any version so far, has messages of this type.
bool is_ulog_type(char type);

/// Whether a message has the size and the parts that the definition gives its type. It is so strict
/// that bytes which begin anywhere else than a message does are hardly ever taken for one. For data
/// ('D'), whose size their format gives, it checks only that they name one. It does not check the
/// place of flags ('B').
bool is_as_ulog_defines(const UlogMessage& message);

}  // namespace montecopter::logs
