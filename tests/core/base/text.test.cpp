#include "core/base/text.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace montecopter;

TEST_CASE("doubles print as the shortest text that reads back, always as a TOML float") {
  CHECK(format_double(0.1) == "0.1");
  CHECK(format_double(1.0) == "1.0");
  CHECK(format_double(1e22) == "1e+22");
  CHECK(format_double(-std::numeric_limits<double>::quiet_NaN()) == "nan");
  for (const double x : {1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 123456789.123456789}) {
    const auto back = parse_double(format_double(x));
    REQUIRE(back);
    CHECK(*back == x);
    CHECK(std::signbit(*back) == std::signbit(x));
  }
}

TEST_CASE("numbers are parsed strictly") {
  CHECK(parse_int("10") == 10);
  CHECK(parse_int("010") == 10);  // decimal, never octal
  CHECK(parse_int("-1") == -1);
  for (const char* text : {"", "+1", "1 ", " 1", "1.0", "0x10", "9223372036854775808", "1e3"}) {
    CHECK_FALSE(parse_int(text));
  }
  for (const char* text : {"", "1,5", "1.5x", "1e400", "--1"}) CHECK_FALSE(parse_double(text));
}

TEST_CASE("near names find slips, and nothing in far-off words") {
  const std::vector<std::string> keys = {"mass_kg", "inertia_kg_m2", "rotors"};
  CHECK(near_name("mas_kg", keys) == "mass_kg");
  CHECK(near_name("mass", keys) == "mass_kg");  // forgotten unit
  CHECK(near_name("rotosr", keys) == "rotors");
  CHECK_FALSE(near_name("temperature", keys));
}

TEST_CASE("quoted text survives quotes, backslashes and control characters") {
  CHECK(toml_quote("a\"b\\c\n\x01") == "\"a\\\"b\\\\c\\n\\u0001\"");
}
