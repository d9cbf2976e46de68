#include "base/wrapped.hpp"

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

}  // namespace
}  // namespace montecopter
