#include "base/parallel.hpp"

#include <catch2/catch.hpp>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace montecopter;

TEST_CASE("every piece is done once, by any number of threads", "[parallel]") {
  for (const int threads : {1, 2, 5, 40}) {
    for (const std::int64_t count : {0, 1, 7, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
      CHECK(in_parallel(count, threads, nullptr,
                        [&](std::int64_t piece) { ++done.at(static_cast<std::size_t>(piece)); }));
      for (const auto& times : done) REQUIRE(times == 1);
    }
  }
}

TEST_CASE("nothing is begun after a stop", "[parallel]") {
  std::atomic<bool> stop = false;
  std::atomic<int> begun = 0;
  const bool all = in_parallel(1000, 3, &stop, [&](std::int64_t) {
    ++begun;
    stop = true;
  });
  CHECK_FALSE(all);
  CHECK(begun <= 3);
  CHECK(begun >= 1);
}

TEST_CASE("an exception ends the work and comes out", "[parallel]") {
  std::atomic<int> begun = 0;
  CHECK_THROWS_WITH(in_parallel(1'000'000'000, 3, nullptr,
                                [&](std::int64_t piece) {
                                  ++begun;
                                  if (piece == 5) throw std::runtime_error("five");
                                }),
                    "five");
  CHECK(begun >= 6);
}
