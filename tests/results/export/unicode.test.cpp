#include "results/export/unicode.hpp"

#include <catch2/catch.hpp>

using namespace montecopter;

// Table 3-6 and section 3.9 of the Unicode Standard 15, and RFC 3629.
TEST_CASE("code points of UTF-8", "[export]") {
  CHECK(code_points("m s-1") == U"m s-1");
  CHECK(code_points("\xc2\xb5\xe2\x82\xac\xf0\x9f\x9a\x81") == U"\u00b5\u20ac\U0001f681");
  CHECK(code_points("").empty());
}

TEST_CASE("what is no UTF-8 is replaced, and nothing behind it is lost", "[export]") {
  const std::u32string bad = U"\xfffd";
  CHECK(code_points("\x80"
                    "a") == bad + U"a");
  CHECK(code_points("\xc3") == bad);                              // cut off
  CHECK(code_points("\xc0\xaf") == bad + bad);                    // overlong
  CHECK(code_points("\xe0\x80\xaf").front() == bad.front());      // overlong
  CHECK(code_points("\xed\xa0\x80").front() == bad.front());      // a surrogate
  CHECK(code_points("\xf4\x90\x80\x80").front() == bad.front());  // above U+10FFFF
  CHECK(code_points("\xf5\x80\x80\x80z").back() == U'z');
}

TEST_CASE("UTF-16 has pairs beyond U+FFFF", "[export]") {
  CHECK(utf16("\xe2\x82\xac") == u"\u20ac");
  // U+10437, the example of RFC 2781 section 2: D801 DC37.
  CHECK(utf16("\xf0\x90\x90\xb7") == std::u16string({0xd801, 0xdc37}));
}
