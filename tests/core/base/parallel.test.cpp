#include "core/base/parallel.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace montecopter {
namespace {

TEST_CASE("every index has its turn once, whatever the number of threads") {
  for (const int threads : {0, 1, 2, 7}) {
    std::vector<std::atomic<int>> turns(1000);
    for_each_index(turns.size(), threads, [&](std::size_t i) { ++turns[i]; });
    for (const auto& count : turns) CHECK(count == 1);
  }
  for_each_index(0, 4, [](std::size_t) { FAIL("nothing to do"); });
  // Memory that each thread has of its own: a data race if two had one number.
  std::vector<std::size_t> by_thread(3);
  for_each_index_by_thread(1000, 3,
                           [&](std::size_t thread, std::size_t i) { by_thread.at(thread) += i; });
  CHECK(by_thread[0] + by_thread[1] + by_thread[2] == 999 * 1000 / 2);
}

TEST_CASE("of several errors the first one by index is told") {
  for (int turn = 0; turn < 20; ++turn) {
    std::atomic<int> waiting = 2;
    const auto fail = [&](std::size_t i) {
      --waiting;
      while (waiting > 0) {
      }
      throw std::runtime_error(std::to_string(i));
    };
    CHECK_THROWS_WITH(for_each_index(2, 2, fail), "0");
  }
}

TEST_CASE("nothing is begun after a stop") {
  std::atomic<bool> stop = false;
  std::atomic<int> begun = 0;
  const auto work = [&](std::size_t) {
    ++begun;
    stop = true;
  };
  CHECK_FALSE(for_each_index(1000, 3, work, &stop));
  CHECK(begun <= 3);
  CHECK(begun >= 1);
  stop = false;
  CHECK(for_each_index(1, 3, work, &stop));
}

}  // namespace
}  // namespace montecopter
