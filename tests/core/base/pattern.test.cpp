/// Patterns of names; one that fits nothing takes no long time, either.

#include "core/base/pattern.hpp"

#include <catch2/catch.hpp>

#include <tuple>

using namespace montecopter;

TEST_CASE("what patterns fit") {
  for (const auto& [pattern, name, good] :
       {std::tuple("*", "", true), std::tuple("*", "abc", true), std::tuple("a*c", "abbc", true),
        std::tuple("a*c", "abcb", false), std::tuple("a*b*c", "abcbc", true),
        std::tuple("?", "", false), std::tuple("a?", "ab", true), std::tuple("abc", "abcd", false),
        std::tuple("*.time", "imu0.gyroscope.time", true), std::tuple("**a", "ba", true),
        std::tuple("[a]", "a", false),
        std::tuple("*a*a*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false)}) {
    CAPTURE(pattern, name);
    CHECK(fits(pattern, name) == good);
  }
}
