#pragma once
/// Converts UTF-8 to the wider characters of other formats.

#include <string>
#include <string_view>

namespace montecopter {

/// The code points of a text. Bytes that are not valid UTF-8 become U+FFFD, one by one.
std::u32string code_points(std::string_view utf8);

/// The text as UTF-16: one unit for each code point, two beyond U+FFFF.
std::u16string utf16(std::string_view utf8);

}  // namespace montecopter
