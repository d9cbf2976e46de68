/// Long texts of users in messages.

#include "core/base/shortened.hpp"

#include <catch2/catch.hpp>

namespace montecopter {
namespace {

TEST_CASE("what is short stays, what is long is cut between characters") {
  CHECK(shortened("", 10).empty());
  CHECK(shortened("1234567890", 10) == "1234567890");
  CHECK(shortened("12345678901", 10) == "1234567...");
  CHECK(shortened("123456\u00e4\u00e4\u00e4", 10) == "123456...");  // not half of an umlaut
  CHECK(shortened(std::string(120000, 'x'), 160).size() == 160);
}

TEST_CASE("a beginning ends with a whole character") {
  CHECK(beginning_of("", 3).empty());
  CHECK(beginning_of("123", 3) == "123");
  CHECK(beginning_of("1234", 3) == "123");
  CHECK(beginning_of("12\u00e4", 3) == "12");
  CHECK(beginning_of("12\u00e4", 4) == "12\u00e4");
  CHECK(beginning_of("1\u20ac2", 3) == "1");  // a character of three bytes
  CHECK(beginning_of("\u20ac", 2).empty());
}

}  // namespace
}  // namespace montecopter
