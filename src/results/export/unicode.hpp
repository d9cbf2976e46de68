#pragma once
/// UTF-8 as the wider characters of other formats.

#include <string>
#include <string_view>

namespace montecopter {

/// The code points of a text. What is no UTF-8 becomes U+FFFD, byte by byte.
std::u32string code_points(std::string_view utf8);

/// The same as UTF-16: one unit each, two beyond U+FFFF.
std::u16string utf16(std::string_view utf8);

}  // namespace montecopter
