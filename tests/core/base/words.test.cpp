#include "core/base/words.hpp"

#include <catch2/catch.hpp>

namespace montecopter {
namespace {

// POSIX shell, "2.2 Quoting": all between single quotes is literal but a single quote.
TEST_CASE("a word of a command line is quoted where a shell would read it otherwise") {
  CHECK(shell_word("runs/a-1.h5") == "runs/a-1.h5");
  CHECK(shell_word("wind.0.to_m_s.x=5%") == "wind.0.to_m_s.x=5%");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("two words") == "'two words'");
  CHECK(shell_word("$HOME") == "'$HOME'");
  CHECK(shell_word("it's") == "'it'\\''s'");
}

TEST_CASE("a unit stands behind what it is of, if it is one") {
  CHECK(with_unit("3", "m s-1") == "3 m s-1");
  CHECK(with_unit("3", "1") == "3");
  CHECK(with_bracketed_unit("speed", "m s-1") == "speed [m s-1]");
  CHECK(with_bracketed_unit("speed", "") == "speed");
}

}  // namespace
}  // namespace montecopter
