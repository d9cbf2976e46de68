#pragma once
/// Long texts of users in messages: their beginning says which it is.

#include <string>
#include <string_view>

namespace montecopter {

/// The text if it has at most `most` bytes, or else its beginning and "...", as many in all. UTF-8
/// is not cut within a character.
std::string shortened(std::string_view text, std::size_t most);

/// The beginning of the text that has at most `most` bytes and does not end within a character of
/// UTF-8.
std::string_view beginning_of(std::string_view text, std::size_t most);

}  // namespace montecopter
