#include "results/summarise/order_statistics.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "results/summarise/statistics.hpp"

namespace montecopter {
namespace {

using List = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

bool have_one_pattern(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

/// Numbers of a kind that divide badly: near each other, far apart, many of one value.
List some_values(const std::string& kind, std::size_t count) {
  std::mt19937_64 random(count + kind.size());
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  List values(count);
  for (double& x : values) {
    if (kind == "uniform") x = uniform();
    if (kind == "both signs") x = 2 * uniform() - 1;
    if (kind == "one value") x = 3.0;
    if (kind == "two zeros") x = (random() & 1) != 0 ? 0.0 : -0.0;
    if (kind == "few values") x = static_cast<double>(random() % 5);
    if (kind == "near each other") x = 1e9 + static_cast<double>(random() % 100000) * 0x1p-23;
    if (kind == "far apart")
      x = std::ldexp(uniform() - 0.5, static_cast<int>(random() % 2000) - 1000);
    if (kind == "one far away") x = &x == values.data() ? 1e300 : 5 + 1e-9 * uniform();
    if (kind == "infinities")
      x = random() % 3 == 0 ? infinity : random() % 2 == 0 ? -infinity : 1.0;
  }
  return values;
}

const std::vector<std::string> kinds = {"uniform",   "both signs",   "one value",
                                        "two zeros", "few values",   "near each other",
                                        "far apart", "one far away", "infinities"};

TEST_CASE("order statistics of pieces are those of sorted numbers") {
  for (const std::string& kind : kinds) {
    for (const std::size_t count : {1u, 2u, 100u, 5000u, 200000u}) {
      INFO(kind << ", " << count);
      const List values = some_values(kind, count);
      List sorted = values;
      sort_ascending(sorted);
      std::vector<std::uint64_t> ranks;
      for (const double p : {0.0, 0.01, 0.05, 0.25, 0.5, 0.501, 0.95, 0.99, 1.0}) {
        ranks.push_back(static_cast<std::uint64_t>(p * static_cast<double>(count - 1)));
      }
      OrderStatistics order(ranks, count, sorted.front(), sorted.back());
      int looks = 0;
      for (; !order.is_known(); ++looks) {
        for (std::size_t first = 0; first < count; first += 999) {
          order.take(std::span(values).subspan(first, std::min<std::size_t>(999, count - first)));
        }
        order.end_look();
      }
      CHECK(looks <= 6);
      for (const std::uint64_t rank : ranks) CHECK(have_one_pattern(order.at(rank), sorted[rank]));
    }
  }
}

TEST_CASE("of numbers in buckets every rank is that of sorted numbers") {
  Buckets buckets;  // filled again and again
  for (const std::string& kind : kinds) {
    for (const std::size_t count : {1u, 2u, 3u, 17u, 1000u, 50000u}) {
      INFO(kind << ", " << count);
      const List values = some_values(kind, count);
      List sorted = values;
      sort_ascending(sorted);
      const LeastAndLargest extremes = extremes_of(values);
      REQUIRE(have_one_pattern(extremes.least, sorted.front()));
      REQUIRE(have_one_pattern(extremes.largest, sorted.back()));
      for (const std::size_t every : {std::size_t{1}, count / 7 + 1}) {
        std::vector<std::uint64_t> ranks;
        for (std::uint64_t rank = count / 3 % every; rank < count; rank += every) {
          ranks.push_back(rank);
        }
        buckets.fill(values, extremes, ranks);
        for (const auto rank : ranks) REQUIRE(have_one_pattern(buckets.at(rank), sorted[rank]));
      }
    }
  }
  const double least = std::numeric_limits<double>::denorm_min();
  buckets.fill(List{3 * least, least, 2 * least, -1e308, 1e308}, {-1e308, 1e308},
               std::vector<std::uint64_t>{3});
  CHECK(buckets.at(3) == 3 * least);
}

TEST_CASE("ranks are asked for once to be learnt, and once to be used") {
  const List values = some_values("uniform", 10000);
  List sorted = values;
  sort_ascending(sorted);
  const Values in_two = [&](const TakeValues& take) {
    take(std::span(values).first(3000));
    take(std::span(values).subspan(3000));
  };
  const Extent extent = extent_of(in_two);
  CHECK(extent.count == 10000);
  CHECK(extent.least == sorted.front());
  CHECK(extent.largest == sorted.back());
  double middle = 0, last = 0;
  use_ranks(in_two, extent, [&](const AtRank& at) { middle = at(5000), last = at(9999); });
  CHECK(middle == sorted[5000]);
  CHECK(last == sorted[9999]);
  CHECK(extent_of([](const TakeValues&) {}).count == 0);
}

/// The sum as docs/statistics.md defines it.
double defined_sum(std::span<const double> values) {
  if (values.size() < 2) return values.empty() ? 0.0 : values[0];
  std::size_t left = 1;
  while (2 * left < values.size()) left *= 2;
  return defined_sum(values.first(left)) + defined_sum(values.subspan(left));
}

TEST_CASE("a sum that is made piece by piece is the sum through the tree") {
  const List values = some_values("far apart", 5000);
  TreeSum so_far;
  for (std::size_t count = 0; count < values.size(); ++count) {
    const std::span<const double> some = std::span(values).first(count);
    REQUIRE(have_one_pattern(so_far.sum(), defined_sum(some)));
    REQUIRE(have_one_pattern(tree_sum(some), defined_sum(some)));
    so_far.add(values[count]);
  }
  for (const std::size_t size : {1u, 100u, 127u, 128u, 129u, 1000u}) {
    TreeSum pieces;
    for (std::size_t at = 0; at < values.size(); at += size) {
      const auto piece = std::span(values).subspan(at, std::min(size, values.size() - at));
      pieces.add(piece, [](double x) { return x; });
    }
    REQUIRE(have_one_pattern(pieces.sum(), defined_sum(values)));
  }
}

/// The moments as docs/statistics.md defines them, all values in memory.
SampleMoments defined_moments(const List& values) {
  const auto mapped = [&](const std::function<double(double)>& f) {
    List of;
    for (const double x : values) of.push_back(f(x));
    return defined_sum(of);
  };
  SampleMoments m;
  const auto n = static_cast<double>(values.size());
  m.mean = defined_sum(values) / n;
  m.mean += mapped([&](double x) { return x - m.mean; }) / n;
  double largest = 0;
  for (const double x : values) largest = std::max(largest, std::abs(x - m.mean));
  const double scale = std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000));
  const auto z = [&](double x) { return (x - m.mean) * scale; };
  const double sum2 = mapped([&](double x) { return z(x) * z(x); });
  m.sd = std::sqrt(sum2 / (n - 1)) / scale;
  m.se = m.sd / std::sqrt(n);
  const double m2 = sum2 / n;
  const double m3 = mapped([&](double x) { return z(x) * z(x) * z(x); }) / n;
  m.skewness = std::sqrt(n * (n - 1)) / (n - 2) * (m3 / (m2 * std::sqrt(m2)));
  const double m4 = mapped([&](double x) { return (z(x) * z(x)) * (z(x) * z(x)); }) / n;
  m.kurtosis = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (m4 / (m2 * m2) - 3) + 6);
  return m;
}

TEST_CASE("statistics do not depend on how the numbers come") {
  for (const std::string& kind : kinds) {
    INFO(kind);
    const List values = some_values(kind, 100000);
    const StatisticsRow whole = summarise_values(values);
    const StatisticsRow pieces = statistics_of([&](const TakeValues& take) {
      for (std::size_t first = 0; first < values.size(); first += 777) {
        take(std::span(values).subspan(first, std::min<std::size_t>(777, values.size() - first)));
      }
    });
    CHECK(std::memcmp(whole.data(), pieces.data(), sizeof whole) == 0);
    List sorted = values;
    sort_ascending(sorted);
    CHECK(have_one_pattern(whole[statistic("min")], sorted.front()));
    CHECK(have_one_pattern(whole[statistic("max")], sorted.back()));
    CHECK(have_one_pattern(whole[statistic("q05")], quantile_type7(sorted, 0.05)));
    CHECK(have_one_pattern(whole[statistic("q50")], quantile_type7(sorted, 0.50)));
    if (kind == "one value" || kind == "infinities" || kind == "two zeros") continue;
    const SampleMoments m = defined_moments(values);
    CHECK(have_one_pattern(whole[statistic("mean")], m.mean));
    CHECK(have_one_pattern(whole[statistic("sd")], m.sd));
    CHECK(have_one_pattern(whole[statistic("se")], m.se));
    CHECK(have_one_pattern(whole[statistic("skewness")], m.skewness));
    CHECK(have_one_pattern(whole[statistic("kurtosis")], m.kurtosis));
  }
}

}  // namespace
}  // namespace montecopter
