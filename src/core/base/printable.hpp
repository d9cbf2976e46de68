#pragma once
/// Text from elsewhere: names of files, and what damaged files hold.

#include <cstddef>
#include <string>
#include <string_view>

namespace montecopter {

/// Bytes of the UTF-8 character with which the text begins; 0 if it begins with none (a stray or
/// missing byte, an overlong form, a surrogate).
std::size_t utf8_length(std::string_view text);

/// True of the controls of terminals but newline and tab: U+0000 to U+001F, U+007F to U+009F. `at`
/// is one character.
bool is_control(std::string_view at);

/// The text with \xNN for each control byte and each byte that is not UTF-8, so that printing it
/// shows it and does nothing else.
std::string printable(std::string_view text);

}  // namespace montecopter
