#include "record/later_sync.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>
#include <thread>

#include "core/base/error.hpp"
#include "record/sample_layout.hpp"

namespace montecopter::testing {
namespace {

using namespace std::chrono_literals;

/// Whether one that begins at once is synced by when it is settled. Its thread may be late: it is
/// given more time until it is not.
bool is_synced(const auto& open, const std::string& path) {
  for (auto time = 1ms; time < 1min; time *= 2) {
    record::LaterSync sync(open(), path, 0ms);
    std::this_thread::sleep_for(time);
    if (sync.settle()) return true;
  }
  return false;
}

TEST_CASE("a file is synced after a while, or not at all if it is settled before") {
  const TempDir dir;
  const record::Fd file = record::create_exclusive(dir / "a");
  CHECK(is_synced([&] { return record::Fd(::dup(file.get())); }, dir / "a"));
  record::LaterSync late(record::create_exclusive(dir / "b"), dir / "b", 1h);
  CHECK_FALSE(late.settle());
  const record::LaterSync left(record::create_exclusive(dir / "c"), dir / "c", 1h);
}

TEST_CASE("what could not be synced is told when it is settled") {
  const TempDir dir;
  CHECK_THROWS_AS(is_synced([] { return record::Fd(); }, dir / "a"), Error);
}

}  // namespace
}  // namespace montecopter::testing
