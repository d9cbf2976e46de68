#include "core/statistics/resampling.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace montecopter::statistics;

TEST_CASE("resamples have as many samples as they should, and all are equally probable") {
  Resampler resampler(1);
  const std::size_t n = 7, m = 3;
  std::array<int, 7> drawn{}, chosen{};
  const int times = 20000;
  for (int i = 0; i < times; ++i) {
    const Counts all = resampler.with_replacement(n), some = resampler.without_replacement(n, m);
    REQUIRE(std::accumulate(all.begin(), all.end(), 0u) == n);
    REQUIRE(std::accumulate(some.begin(), some.end(), 0u) == m);
    REQUIRE(*std::max_element(some.begin(), some.end()) == 1);
    for (std::size_t k = 0; k < n; ++k) {
      drawn[k] += static_cast<int>(all[k]);
      chosen[k] += static_cast<int>(some[k]);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    // Binomial with the variances n 1/7 6/7 and 3/7 4/7 each.
    CHECK(std::abs(drawn[k] - times) < 4.5 * std::sqrt(times * 6.0 / 7));
    CHECK(std::abs(chosen[k] - times * 3.0 / 7) < 4.5 * std::sqrt(times * 12.0 / 49));
  }
  CHECK(Resampler(5).with_replacement(50) == Resampler(5).with_replacement(50));
  CHECK(Resampler(5).without_replacement(9, 9) == Counts(9, 1));
}

TEST_CASE("all orders of a shuffle are equally probable") {
  Resampler resampler(2);
  std::array<int, 6> seen{};
  const int times = 12000;
  for (int i = 0; i < times; ++i) {
    std::array<std::uint32_t, 3> three = {0, 1, 2};
    resampler.shuffle(three);
    ++seen[three[0] * 2 + (three[1] > three[2] ? 1u : 0u)];
  }
  for (const int count : seen) {
    CHECK(std::abs(count - times / 6) < 4.5 * std::sqrt(times * 5.0 / 36));
  }
}

TEST_CASE("intervals of replicates") {
  std::vector<double> replicates(201);
  std::iota(replicates.begin(), replicates.end(), 0.0);
  std::reverse(replicates.begin(), replicates.end());
  const Interval middle = percentile_interval(replicates, 0.95);
  CHECK(middle.low == Approx(5));  // h = 200 * 0.025
  CHECK(middle.high == Approx(195));
  // Of 0 ... 200 the deviation is sqrt(201 * 202 / 12), and m / (n - m) = 1/4.
  const Interval about = subsampling_interval(7, replicates, 50, 10, 0.95);
  const double half = 1.959963984540054 * std::sqrt(201 * 202 / 12.0) / 2;
  CHECK(about.low == Approx(7 - half).epsilon(1e-12));
  CHECK(about.high == Approx(7 + half).epsilon(1e-12));
  std::fill(replicates.begin(), replicates.begin() + 101, std::nan(""));
  CHECK(std::isnan(percentile_interval(replicates, 0.95).low));
  CHECK(std::isnan(subsampling_interval(7, replicates, 50, 10, 0.95).high));
  CHECK(subset_size(20) == 8);
  CHECK(subset_size(125) <= 26);
}
