#include "vehicle/rare/worst_search.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace montecopter {
namespace {

template <class Value>
WorstPoints search(const WorstSettings& settings, Value value) {
  std::int64_t number = 0;
  return search_worst(settings, [&](std::span<const RarePoint> points) {
    std::vector<double> values;
    for (const RarePoint& point : points) {
      CHECK(point.noise == number++);
      values.push_back(value(point.z));
    }
    return values;
  });
}

}  // namespace

TEST_CASE("the worst point of known functions", "[worst]") {
  // A linear function within a radius: radius times the length of its slope.
  const auto linear = [](const std::vector<double>& z) { return 3 * z[0] - 4 * z[1] + z[2] * 0; };
  const WorstPoints found = search({.dimensions = 3, .radius = 3}, linear);
  CHECK(found.evaluations == 2000);
  CHECK(found.best.front().beyond == Approx(15).epsilon(1e-3));
  CHECK(found.best.size() == 10);
  // Rosenbrock's function in four dimensions: 0 at (1, 1, 1, 1).
  const auto rosenbrock = [](const std::vector<double>& z) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < z.size(); ++i) {
      sum += 100 * std::pow(z[i + 1] - z[i] * z[i], 2) + std::pow(1 - z[i], 2);
    }
    return -sum;
  };
  const WorstPoints valley = search({.dimensions = 4, .evaluations = 12'000}, rosenbrock);
  CHECK(valley.best.front().beyond > -0.01);  // steps end at 0.01
}

TEST_CASE("a search goes on from other points", "[worst]") {
  // Two hills: the lower one is wide, the higher one is narrow.
  const auto hills = [](const std::vector<double>& z) {
    const auto hill = [&](double x, double y, double width) {
      return std::exp(-(std::pow(z[0] - x, 2) + std::pow(z[1] - y, 2)) / (width * width));
    };
    return hill(-1, 0, 2) + 2 * hill(1.5, 1.5, 0.5);
  };
  const WorstPoints found = search({.dimensions = 2, .evaluations = 12'000}, hills);
  CHECK(found.starts > 1);
  CHECK(found.best.front().beyond > 2);
}

TEST_CASE("a search tries the other side", "[worst]") {
  // Both sides rise to the radius, the rarer side a little higher, as the distance from a start.
  const auto sides = [](const std::vector<double>& z) {
    return (z[0] > 0 ? z[0] : -1.05 * z[0]) + 0.1 * z[1];
  };
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const WorstPoints points = search({.dimensions = 3, .radius = 4, .seed = seed}, sides);
    found += points.best.front().point.z[0] < 0;
    CHECK(points.starts > 1);
  }
  CHECK(found == 20);
}

TEST_CASE("failures count as the worst", "[worst]") {
  const auto cliff = [](const std::vector<double>& z) {
    return z[0] > 2 ? std::numeric_limits<double>::infinity() : z[0];
  };
  const WorstPoints found = search({.dimensions = 2, .radius = 4, .keep = 3}, cliff);
  CHECK(found.best.size() == 3);
  CHECK(std::isinf(found.best.back().beyond));
  CHECK(search({.dimensions = 1, .seed = 2}, cliff).best[0].point.z ==
        search({.dimensions = 1, .seed = 2}, cliff).best[0].point.z);
}

}  // namespace montecopter
