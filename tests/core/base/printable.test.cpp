#include "core/base/printable.hpp"

#include <catch2/catch.hpp>

#include "core/base/text.hpp"

using namespace montecopter;

TEST_CASE("characters of UTF-8") {
  // Unicode, table 3-7, and what stands just outside of its rows.
  for (const char* good : {"a", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
                           "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    CHECK(utf8_length(std::string(good) + "x") == std::string(good).size());
  }
  for (const char* bad : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2x", "\xe0\x9f\xbf",
                          "\xed\xa0\x80", "\xe1\x80", "\xe1\x80x", "\xf0\x8f\xbf\xbf",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xf1\x80\x80"}) {
    CHECK(utf8_length(bad) == 0);
  }
  CHECK(utf8_length("") == 0);
}

TEST_CASE("what is printed does nothing but show") {
  CHECK(printable("plain\ttext\n") == "plain\ttext\n");
  CHECK(printable("\xc2\xb0 \xe2\x80\xa6 \xf0\x9f\x9a\x81") ==
        "\xc2\xb0 \xe2\x80\xa6 \xf0\x9f\x9a\x81");
  CHECK(printable("\x1b[2J") == "\\x1b[2J");
  CHECK(printable(std::string_view("a\0b\r\x7f", 5)) == "a\\x00b\\x0d\\x7f");
  CHECK(printable("\xc2\x9b"
                  "31m") ==
        "\\xc2\\x9b"
        "31m");  // CSI as one character
  CHECK(printable("\xff\xfeok\xe2\x80") == "\\xff\\xfeok\\xe2\\x80");
}

TEST_CASE("JSON is Unicode, whatever the text is") {
  CHECK(json_quote("a\"\\\n\x01") == "\"a\\\"\\\\\\n\\u0001\"");
  CHECK(json_quote("\xc2\xb0") == "\"\xc2\xb0\"");
  CHECK(json_quote("n\xff"
                   "a\xe2\x80.h5") == "\"n\\ufffda\\ufffd\\ufffd.h5\"");
  CHECK(json_quote("\xc2\x9b"
                   "31m") == "\"\\u009b31m\"");
}
