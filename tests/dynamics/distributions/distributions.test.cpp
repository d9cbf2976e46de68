/// Every distribution: its quantiles, whole and truncated, against a table; its draws against its
/// distribution function; and that no draw steps over a limit.

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Uniform53 first_draw{};
constexpr Uniform53 last_draw = first_draw.complement();

Uniform53 draw(std::uint64_t i, const char* stream = "test") {
  return Uniform53::from_word(draw_words<std::uint64_t>(1, i, stream_hash(stream), 0, 0)[0]);
}

using Quantile = std::function<double(const Uniform53&)>;

template <class Law>
Quantile truncated(Law law, double low, double high) {
  TruncatedLaw<Law> d = {std::move(law), {}};
  if (low > -infinity) d.low = low;
  if (high < infinity) d.high = high;
  d.prepare();
  return [d](const Uniform53& u) { return d.quantile(u); };
}

/// The laws of the table.
Quantile quantile_named(const std::string& name, double low, double high) {
  const LognormalDistribution lognormal = {2.0, 0.5, {}, {}}, by_mean = {{}, {}, 1.0, 0.01};
  if (name == "normal") return truncated(NormalDistribution{3.0, 0.5}, low, high);
  if (name == "lognormal") return truncated(lognormal, low, high);
  if (name == "lognormal_mean") return truncated(by_mean, low, high);
  if (name == "triangular") return truncated(TriangularDistribution{-1.0, 0.5, 2.0}, low, high);
  if (name == "triangular_right") return truncated(TriangularDistribution{0, 1, 1}, low, high);
  if (name == "exponential") return truncated(ExponentialDistribution{3.0}, low, high);
  if (name == "weibull") return truncated(WeibullDistribution{2.0, 1.5}, low, high);
  if (name == "weibull_steep") return truncated(WeibullDistribution{1.0, 25.0}, low, high);
  REQUIRE(name == "rayleigh");
  return truncated(RayleighDistribution{0.7}, low, high);
}

TEST_CASE("quantiles agree with 20-digit values, whole and truncated, to the last draws") {
  std::ifstream file(MONTECOPTER_TEST_DATA "/reference/randomness/quantiles.csv");
  std::string line;
  std::getline(file, line);
  REQUIRE(line == "distribution,low,high,k,x");
  int rows = 0;
  std::map<std::string, double> worst;
  for (; std::getline(file, line); ++rows) {
    std::istringstream cells(line);
    std::string name, low, high, k, x;
    std::getline(cells, name, ',') && std::getline(cells, low, ',') &&
        std::getline(cells, high, ',') && std::getline(cells, k, ',') && std::getline(cells, x);
    const long double wanted = std::stold(x);
    const Quantile quantile = quantile_named(name, std::stod(low), std::stod(high));
    const double ours = quantile({std::stoull(k)});
    double& entry = worst[fmt::format("{} [{}, {}]", name, low, high)];
    entry = std::max(entry, static_cast<double>(std::fabs((ours - wanted) / wanted)));
  }
  CHECK(rows == 352);
  for (const auto& [name, error] : worst) {
    INFO(fmt::format("{}: {:.2e}", name, error));
    // The normal distribution function and its inverse are good to 1e-14; what lies behind them
    // multiplies that by at most 3 here (a lognormal at 8 standard deviations of 0.5, a normal at
    // -1 = 3 - 8 * 0.5, a small mass between two limits).
    CHECK(error < 3e-14);
  }
}

TEST_CASE("no draw steps over a limit, and the last ones come close") {
  struct Case {
    Quantile quantile;
    double low, high;
  };
  const EmpiricalDistribution seen = {"", "", {4, 1, 2, 2, 8}, true};
  const std::vector<Case> cases = {
      {truncated(NormalDistribution{1.91e-6, 3.8e-8}, 1.8e-6, 2.02e-6), 1.8e-6, 2.02e-6},
      {truncated(LognormalDistribution{0.1, 0.3, {}, {}}, 0.07, 0.11), 0.07, 0.11},
      {truncated(TriangularDistribution{0.1, 0.2, 0.3}, 0.11, 0.29), 0.11, 0.29},
      {truncated(TriangularDistribution{0.1, 0.2, 0.3}, -infinity, infinity), 0.1, 0.3},
      {truncated(ExponentialDistribution{0.3}, 0.1, 0.7), 0.1, 0.7},
      {truncated(WeibullDistribution{0.3, 0.7}, 0.1, 0.7), 0.1, 0.7},
      {truncated(RayleighDistribution{0.3}, 0.1, 0.7), 0.1, 0.7},
      {truncated(seen, 1.3, 5.5), 1.3, 5.5}};
  for (const Case& c : cases) {
    const double low = c.quantile(first_draw), high = c.quantile(last_draw);
    INFO(fmt::format("{} to {}", c.low, c.high));
    CHECK(low >= c.low);
    CHECK(high <= c.high);
    CHECK(low == Approx(c.low).epsilon(1e-7));  // sqrt(2^-54) where the density starts from 0
    CHECK(high == Approx(c.high).epsilon(1e-7));
    double before = low;
    for (std::uint64_t k = 1; k < 1000; ++k) {
      const double x = c.quantile({k << 43});
      REQUIRE(x >= before);  // a quantile never falls: the ends are the extremes
      before = x;
    }
  }
}

/// Largest distance between the sample's distribution and `cdf` (Kolmogorov), times sqrt(n).
double kolmogorov(const Quantile& quantile, const char* stream,
                  const std::function<double(double)>& cdf) {
  std::vector<double> values;
  constexpr int n = 100000;
  for (std::uint64_t i = 0; i < n; ++i) values.push_back(quantile(draw(i, stream)));
  std::sort(values.begin(), values.end());
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = cdf(values[i]);
    worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return worst * std::sqrt(static_cast<double>(n));
}

double phi(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

TEST_CASE("draws have the distribution that they are named after, whole and truncated") {
  struct Case {
    const char* name;
    std::function<Quantile(double, double)> make;
    std::function<double(double)> cdf;
    double low, high;
  };
  const auto of = [](auto law) {
    return [law](double low, double high) { return truncated(law, low, high); };
  };
  const EmpiricalDistribution seen = {"", "", {0, 1, 4}, true};
  const std::vector<Case> cases = {
      {"normal", of(NormalDistribution{3, 0.5}), [](double x) { return phi((x - 3) / 0.5); }, 2.8,
       4},
      {"lognormal", of(LognormalDistribution{2.0, 0.5, {}, {}}),
       [](double x) { return phi(std::log(x / 2) / 0.5); }, 1, 3},
      {"triangular", of(TriangularDistribution{-1, 0, 3}),
       [](double x) { return x < 0 ? (x + 1) * (x + 1) / 4 : 1 - (3 - x) * (3 - x) / 12; }, -0.5,
       2},
      {"exponential", of(ExponentialDistribution{2}), [](double x) { return 1 - std::exp(-x / 2); },
       1, 4},
      {"weibull", of(WeibullDistribution{2, 1.7}),
       [](double x) { return 1 - std::exp(-std::pow(x / 2, 1.7)); }, 1, 3},
      {"rayleigh", of(RayleighDistribution{2}), [](double x) { return 1 - std::exp(-x * x / 8); },
       1, 3},
      {"empirical", of(seen), [](double x) { return x < 1 ? x / 2 : 0.5 + (x - 1) / 6; }, 0.5, 3}};
  for (const Case& c : cases) {
    INFO(c.name);
    // Beyond 1.95 is the largest in 1000 such distances; every case has a stream of its own.
    CHECK(kolmogorov(c.make(-infinity, infinity), c.name, c.cdf) < 1.95);
    const double below = c.cdf(c.low), within = c.cdf(c.high) - below;
    const auto part = [&](double x) { return (c.cdf(x) - below) / within; };
    CHECK(kolmogorov(c.make(c.low, c.high), c.name, part) < 1.95);
  }
  const UniformDistribution uniform = {-2, 6};
  CHECK(kolmogorov([&](const Uniform53& u) { return uniform.quantile(u); }, "uniform",
                   [](double x) { return (x + 2) / 8; }) < 1.95);
}

/// How often each value comes, within 4.5 standard errors (7 in a million) of its probability.
void check_frequencies(const Quantile& quantile, const std::map<double, double>& wanted) {
  constexpr int n = 100000;
  std::map<double, int> counts;
  for (std::uint64_t i = 0; i < n; ++i) ++counts[quantile(draw(i, "frequencies"))];
  CHECK(counts.size() == wanted.size());
  for (const auto& [value, p] : wanted) {
    INFO(fmt::format("{}: {} of {}, wanted {}", value, counts[value], n, p * n));
    CHECK(std::fabs(counts[value] - p * n) <= 4.5 * std::sqrt(p * (1 - p) * n));
  }
}

TEST_CASE("discrete draws come as often as they should") {
  const ChoiceDistribution choice = {{3, -1, 3, 7}};
  check_frequencies([&](const Uniform53& u) { return choice.quantile(u); },
                    {{-1, 0.25}, {3, 0.5}, {7, 0.25}});
  CHECK(choice.quantile(first_draw) == 3);
  CHECK(choice.quantile(last_draw) == 7);
  CHECK(choice.extremes().low == -1);
  CHECK(choice.extremes().high == 7);

  const DiscreteDistribution discrete = {{5, 1, 9, 2}, {1, 0, 6, 0}};
  check_frequencies([&](const Uniform53& u) { return discrete.quantile(u); },
                    {{5, 1.0 / 7}, {9, 6.0 / 7}});
  CHECK(discrete.quantile(first_draw) == 5);
  CHECK(discrete.quantile(last_draw) == 9);  // never the last value, whose weight is 0
  CHECK(discrete.extremes().low == 5);
  CHECK(discrete.extremes().high == 9);

  const EmpiricalDistribution seen = {"", "", {4, 1, 1, 9, 6}, false};
  check_frequencies(truncated(seen, -infinity, infinity), {{1, 0.4}, {4, 0.2}, {6, 0.2}, {9, 0.2}});
  check_frequencies(truncated(seen, 1, 8.5), {{1, 0.5}, {4, 0.25}, {6, 0.25}});
  check_frequencies(truncated(seen, 3.5, 9), {{4, 1.0 / 3}, {6, 1.0 / 3}, {9, 1.0 / 3}});
}

TEST_CASE("an interpolated empirical quantile is that of type 7") {
  // R 4.2: quantile(c(10, 20, 20, 50), p, type = 7)
  const Quantile quantile =
      truncated(EmpiricalDistribution{"", "", {20, 50, 10, 20}, true}, -infinity, infinity);
  const auto at = [&](double p) { return quantile({static_cast<std::uint64_t>(p * 0x1p53)}); };
  CHECK(at(0) == Approx(10));
  CHECK(at(0.25) == Approx(17.5));
  CHECK(at(0.5) == Approx(20));
  CHECK(at(0.9) == Approx(41));
  CHECK(quantile(last_draw) == 50);
  // An observation that came twice keeps its probability at a limit: half of what is not above 20.
  const Quantile below =
      truncated(EmpiricalDistribution{"", "", {20, 50, 10, 20}, true}, -infinity, 20);
  CHECK(below({std::uint64_t{1} << 52}) == Approx(20));
  CHECK(below({std::uint64_t{1} << 51}) == Approx(15));
}

TEST_CASE("limits by standard deviation and by fraction of the mean") {
  TruncatedLaw<NormalDistribution> normal = {{-2.0, 0.5}, {}};
  normal.low_sd = -3, normal.high_relative = 0.1;
  CHECK(normal.limits().low == -3.5);
  CHECK(normal.limits().high == Approx(-1.8));  // the side of high, also for a negative mean
  TruncatedLaw<ExponentialDistribution> exponential = {{4.0}, {}};
  exponential.low_relative = -0.75, exponential.high_sd = 2;
  CHECK(exponential.limits().low == 1);
  CHECK(exponential.limits().high == 12);
  static_assert(!HasMoments<WeibullDistribution>);
}

/// Mean and sd of the quantile function by the midpoint rule in u.
Moments integrated(const Quantile& quantile) {
  constexpr int n = 1 << 16;
  double mean = 0, square = 0;
  for (std::uint64_t i = 0; i < n; ++i) mean += quantile({(i << 37) + (1u << 30) * 64ull}) / n;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double x = quantile({(i << 37) + (1u << 30) * 64ull}) - mean;
    square += x * x / n;
  }
  return {mean, std::sqrt(square)};
}

TEST_CASE("mean and standard deviation are those of the draws") {
  const auto check = [](auto law) {
    const Moments wanted = law.moments(), found = integrated(truncated(law, -infinity, infinity));
    INFO(fmt::format("mean {} and {}, sd {} and {}", wanted.mean, found.mean, wanted.sd, found.sd));
    // The rule lacks the last 2^-17 of both tails: about that times the square of a far quantile.
    CHECK(wanted.mean == Approx(found.mean).epsilon(1e-4).margin(1e-4));
    CHECK(wanted.sd == Approx(found.sd).epsilon(2e-3));
  };
  check(NormalDistribution{3, 0.5});
  check(LognormalDistribution{2.0, 0.3, {}, {}});
  check(LognormalDistribution{{}, {}, 2.0, 0.3});
  check(LognormalDistribution{1.0, 1e-4, {}, {}});
  check(TriangularDistribution{-1, 0.5, 4});
  check(ExponentialDistribution{3});
  check(RayleighDistribution{2});
}

}  // namespace
}  // namespace montecopter
