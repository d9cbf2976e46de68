/// Depth limits of the text before it is parsed.

#include "base/toml_guard.hpp"

#include <catch2/catch.hpp>

namespace montecopter {
namespace {

std::string dotted(int dots) {
  std::string key = "a";
  for (int i = 0; i < dots; ++i) key += ".a";
  return key;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST_CASE("deep keys are refused wherever they stand") {
  CHECK_FALSE(find_too_deep(dotted(100) + " = 1").has_value());
  const auto deep = find_too_deep("x = 1\n" + dotted(101) + " = 1");
  REQUIRE(deep.has_value());
  CHECK(deep->line == 2);
  CHECK(find_too_deep("[" + dotted(101) + "]").has_value());
  CHECK(find_too_deep("x = {" + dotted(101) + " = 1}").has_value());
  CHECK(find_too_deep(repeated("\"a\" . ", 102) + "b = 1").has_value());
  CHECK(find_too_deep(repeated("'a'.", 102) + "b = 1").has_value());
}

TEST_CASE("dots elsewhere do not count") {
  CHECK_FALSE(find_too_deep("x = [" + repeated("0.5, ", 1000) + "]").has_value());
  CHECK_FALSE(find_too_deep("x = \"" + dotted(1000) + "\"").has_value());
  CHECK_FALSE(find_too_deep("x = '" + dotted(1000) + "'").has_value());
  CHECK_FALSE(find_too_deep("x = \"\"\"\n" + dotted(1000) + "\"\"\"").has_value());
  CHECK_FALSE(find_too_deep("# " + dotted(1000)).has_value());
  CHECK_FALSE(find_too_deep(repeated("a.b = 1\n", 1000)).has_value());
  CHECK_FALSE(find_too_deep("x = \"\\\"" + dotted(1000) + "\"").has_value());
}

TEST_CASE("deep brackets are refused") {
  CHECK_FALSE(find_too_deep("x = " + repeated("[", 32) + repeated("]", 32)).has_value());
  CHECK(find_too_deep("x = " + repeated("[", 33)).has_value());
  CHECK(find_too_deep("x = " + repeated("{a=", 33)).has_value());
  CHECK_FALSE(find_too_deep(repeated("[[a]]\n", 100)).has_value());
  CHECK_FALSE(find_too_deep("x = \"" + repeated("[", 100) + "\"").has_value());
}

}  // namespace
}  // namespace montecopter
