#pragma once
/// Files that a user names to be read: scenarios, what they include, tables, profiles.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace montecopter {

/// The bytes of a file, but no more than the first `most`; nullopt and the reason in `why` if it
/// cannot be read. A named pipe is refused, for it might never have a writer, and a device, for it
/// may never end; an open pipe (`<(command)`, /dev/stdin) is read to its end.
std::optional<std::string> read_input_file(const std::string& path, std::size_t most,
                                           std::string& why);

/// The bytes of standard input. It can be read once only.
std::optional<std::string> read_standard_input(std::size_t most, std::string& why);

/// Notes an open file as one that this process reads; read_input_file() does so itself.
void note_input(int fd);

/// Whether the file that `path` leads to was noted, under this name or another.
bool was_read(const std::string& path);

/// Whether a text begins as UTF-16 does that Windows and its spreadsheets write: with the byte
/// order mark, or with two characters of ASCII.
bool is_utf16(std::string_view text);

/// Why such a text is not read.
inline constexpr std::string_view utf16_words =
    "it is text in UTF-16: save it as UTF-8, or convert it with iconv -f UTF-16 -t UTF-8";

}  // namespace montecopter
