/// Depth limits of the text before it is parsed, and what is left to the parser.

#include "core/base/toml_guard.hpp"

#include <toml++/toml.h>

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

/// toml++ 3.3.0 asserts that none of the texts below comes, or takes it for unreachable, and has an
/// error for each all the same. The package's library is compiled without the assertions. Compiled
/// from the headers, they would end a debug build, and clang may build on them in a release.
static_assert(TOML_HEADER_ONLY == 0, "the parser has to be that of the package's library");

TEST_CASE("what the parser's own assertions exclude is an error like any other") {
  const std::string text = GENERATE(as<std::string>(), "[:", "[.a]", "[[\f", "[\n]",  // no key
                                    "x = [}", "x = [\u2028",      // no value in a list
                                    "x = 1979-05-27T:",           // no hour
                                    "x = 1979-05-27 0]",          // an hour cut short
                                    "\u00e9 = 1", "x = \u00e9");  // letters beyond ASCII
  CAPTURE(text);
  CHECK_FALSE(find_too_deep(text).has_value());
  CHECK_THROWS_AS(toml::parse(text), toml::parse_error);
}

}  // namespace
}  // namespace montecopter
