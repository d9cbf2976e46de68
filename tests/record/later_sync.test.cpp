#include "record/later_sync.hpp"

#include <catch2/catch.hpp>
#include <thread>

#include "base/error.hpp"
#include "record/sample_layout.hpp"

namespace montecopter::testing {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a file is synced after a while, or not at all if it is settled before") {
  const TempDir dir;
  record::LaterSync soon(record::create_exclusive(dir / "a"), dir / "a", 0ms);
  std::this_thread::sleep_for(200ms);
  CHECK(soon.settle());
  record::LaterSync late(record::create_exclusive(dir / "b"), dir / "b", 1h);
  CHECK_FALSE(late.settle());
  const record::LaterSync left(record::create_exclusive(dir / "c"), dir / "c", 1h);
}

TEST_CASE("what could not be synced is told when it is settled") {
  const TempDir dir;
  record::LaterSync sync(record::Fd(), dir / "a", 0ms);
  std::this_thread::sleep_for(200ms);
  CHECK_THROWS_AS(sync.settle(), Error);
}

}  // namespace
}  // namespace montecopter::testing
