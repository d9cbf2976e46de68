/// Keys that are put together when the program is compiled.

#include "core/fields/joined.hpp"

#include <catch2/catch.hpp>
#include <string_view>

namespace montecopter {
namespace {

struct Turn {
  static constexpr std::string_view suffix = "rad_s";
};
template <class Quantity>
constexpr std::string_view noise_key() {
  return joined<"white_noise_", Quantity::suffix>;
}
static_assert(noise_key<Turn>() == "white_noise_rad_s");
static_assert(joined<"a"> == "a" && joined<"a", "", "bc"> == "abc");

TEST_CASE("joined texts live as long as the program") {
  const std::string_view key = noise_key<Turn>();
  CHECK(key.data() == joined<"white_noise_", "rad_s">.data());  // one text, one place
}

}  // namespace
}  // namespace montecopter
