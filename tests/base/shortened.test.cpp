/// Long texts of users in messages.

#include "base/shortened.hpp"

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

}  // namespace
}  // namespace montecopter
