#include "core/base/wrapped.hpp"

#include <catch2/catch.hpp>

namespace montecopter {
namespace {

TEST_CASE("words are put into lines") {
  CHECK(wrapped("one two three", 0, 7) == "one two\nthree\n");
  CHECK(wrapped("one two three", 2, 9) == "  one two\n  three\n");
  CHECK(wrapped("one two three", 2, 80) == "  one two three\n");
  CHECK(wrapped("", 0, 80) == "\n");
  CHECK(wrapped("incomprehensibilities are long", 2, 10) ==
        "  incomprehensibilities\n  are long\n");
}

TEST_CASE("lines that are too long are broken where they have blanks") {
  CHECK(lines_within("one two three\nfour\n", 8) == "one two\n    three\nfour\n");
  CHECK(lines_within("name   differs  1 of 2", 16) == "name   differs\n    1 of 2");
  CHECK(lines_within("  indented text", 12) == "  indented\n    text");
  CHECK(lines_within("incomprehensibilities are", 10) == "incomprehensibilities\n    are");
  CHECK(lines_within("    incomprehensibilities", 10) == "    incomprehensibilities");
  CHECK(lines_within("\xc3\xa4\xc3\xb6 \xc3\xbc\xc3\xa4", 5) ==
        "\xc3\xa4\xc3\xb6 \xc3\xbc\xc3\xa4");
  CHECK(lines_within("  montecopter stats file.h5", 12) == "  montecopter stats file.h5");
  CHECK(lines_within("", 12).empty());
  const auto help = [](const char* text) {
    return lines_within(text, 20, GoesOn::in_second_column);
  };
  CHECK(help("  --a   one two three four") == "  --a   one two\n        three four");
  CHECK(help("        three four five six") == "        three four\n        five six");
  CHECK(help("three four five six seven") == "three four five six\nseven");
}

}  // namespace
}  // namespace montecopter
