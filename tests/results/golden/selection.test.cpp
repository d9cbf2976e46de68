/// Which samples and times a golden holds.

#include "results/golden/selection.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace montecopter;

TEST_CASE("positions are spread evenly, ends included") {
  CHECK(golden::spread(5, 2) == std::vector<std::int64_t>{0, 4});
  CHECK(golden::spread(101, 5) == std::vector<std::int64_t>{0, 25, 50, 75, 100});
  CHECK(golden::spread(3, 9) == std::vector<std::int64_t>{0, 1, 2});
  CHECK(golden::spread(1, 4) == std::vector<std::int64_t>{0});
  CHECK(golden::usual_samples(1000) == std::vector<std::int64_t>{0, 333, 666, 999});
}

TEST_CASE("no two positions are the same, and gaps differ by one at most") {
  for (std::int64_t size = 1; size < 60; ++size) {
    for (std::int64_t count = 2; count <= size; ++count) {
      const std::vector<std::int64_t> places = golden::spread(size, count);
      REQUIRE(places.size() == static_cast<std::size_t>(count));
      REQUIRE(places.front() == 0);
      REQUIRE(places.back() == size - 1);
      std::int64_t least = size, most = 0;
      for (std::size_t i = 1; i < places.size(); ++i) {
        least = std::min(least, places[i] - places[i - 1]);
        most = std::max(most, places[i] - places[i - 1]);
      }
      INFO(size << " " << count);
      REQUIRE(least >= 1);
      REQUIRE(most - least <= 1);
    }
  }
}
