/// Normal variates: the inverse of the distribution function, its truncated form, and Box-Muller.

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "core/numerics/normal_quantile.hpp"
#include "core/numerics/ulps.hpp"
#include "dynamics/distributions/normal.hpp"
#include "dynamics/distributions/truncated_normal.hpp"
#include "dynamics/distributions/truncation.hpp"
#include "dynamics/distributions/uniform.hpp"
#include "dynamics/random/normal_pair.hpp"
#include "dynamics/random/normal_sequence.hpp"
#include "dynamics/random/numbered_normal.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Phi(x) in long double, accurate in the lower tail.
long double wide_cdf(long double x) { return 0.5L * std::erfc(-x / std::sqrt(2.0L)); }
long double wide_density(long double x) {
  return std::exp(-0.5L * x * x) / std::sqrt(2 * 3.141592653589793238462643383279502884L);
}

Uniform53 draw(std::uint64_t i) {
  return Uniform53::from_word(draw_words<std::uint64_t>(1, i, stream_hash("test"), 0, 0)[0]);
}

TEST_CASE("the normal quantile agrees with 20-digit values") {
  std::ifstream file(MONTECOPTER_TEST_DATA "/reference/randomness/normal_inverse_cdf.csv");
  std::string line;
  std::getline(file, line);
  REQUIRE(line == "p_decimal,x");
  double worst = 0;
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    const std::size_t comma = line.find(',');
    const long double p = std::stold(line.substr(0, comma));
    const long double x = std::stold(line.substr(comma + 1));
    // The upper half by symmetry, where p itself would cost the digits.
    const double ours = p <= 0.5L ? normal_quantile_lower(static_cast<double>(p))
                                  : -normal_quantile_lower(static_cast<double>(1 - p));
    const long double error = std::fabs(ours - x);
    worst = std::max(worst, static_cast<double>(x == 0 ? error : error / std::fabs(x)));
  }
  INFO(fmt::format("relative error {:.2e}", worst));
  CHECK(rows == 35);
  CHECK(worst <= 1e-14);  // randomness/README.md
}

TEST_CASE("the quantile of a draw is odd about one half, and finite at both ends") {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const Uniform53 u = draw(i);
    REQUIRE(normal_quantile(u) == -normal_quantile(u.complement()));
  }
  const Uniform53 first = {0}, last = {(std::uint64_t{1} << 53) - 1};
  CHECK(normal_quantile(first) == Approx(-8.2920).epsilon(1e-4));  // Phi^-1(2^-54)
  CHECK(normal_quantile(last) == -normal_quantile(first));
}

TEST_CASE("the normal distribution function is good to 1e-14, also far down the tail") {
  double worst = 0;
  for (double x = -37; x <= 8.5; x += 0.00117) {
    const long double wanted = wide_cdf(x);
    worst = std::max(worst, static_cast<double>(std::fabs(normal_cdf(x) - wanted) / wanted));
  }
  INFO(fmt::format("relative error {:.2e}", worst));
  CHECK(worst < 1e-14);
  CHECK(normal_cdf(-infinity) == 0);
  CHECK(normal_cdf(infinity) == 1);
}

TEST_CASE("the truncated quantile solves its equation") {
  struct Limits {
    double low, high;
  };
  const Limits limits =
      GENERATE(Limits{-1, 1}, Limits{-3, 3}, Limits{-infinity, 0.5}, Limits{1, infinity},
               Limits{2, 2.5}, Limits{-9, -8}, Limits{8, 9}, Limits{-0.01, 0.01},
               Limits{-infinity, infinity}, Limits{-1, 40}, Limits{30, 31});
  double worst = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Uniform53 u = draw(i);
    const NormalDistribution standard = {0.0, 1.0};
    const double z = quantile_of(standard, Part::of(standard, {limits.low, limits.high}), u);
    REQUIRE(z >= limits.low);
    REQUIRE(z <= limits.high);
    // Phi(z) = Phi(low) + u (Phi(high) - Phi(low)), in the tail where the limits are.
    const bool upper = limits.low > 0;
    const long double a = upper ? wide_cdf(-limits.high) : wide_cdf(limits.low);
    const long double b = upper ? wide_cdf(-limits.low) : wide_cdf(limits.high);
    const long double share = (static_cast<long double>(u.k) + 0.5L) * 0x1p-53L;
    const long double wanted = a + (upper ? 1 - share : share) * (b - a);
    const long double at = upper ? -z : z;
    // What is missing in the probability, as a distance in z.
    const long double error = at <= 0 || upper ? (wide_cdf(at) - wanted) / wide_density(at)
                                               : (wide_cdf(-at) - (1 - wanted)) / wide_density(at);
    worst = std::max(worst, static_cast<double>(std::fabs(error)));
  }
  INFO(fmt::format("[{}, {}]: {:.2e}", limits.low, limits.high, worst));
  // 1e-14 relative in Phi is 1e-14 Phi / phi in z: at most 1.3e-14 in a tail; around zero the
  // normalisation by Phi(high) - Phi(low) adds up to the same.
  CHECK(worst < 1e-13);
}

TEST_CASE("a truncated normal distribution never leaves its limits, whatever the rounding") {
  const TruncatedNormalDistribution d = {1.91e-6, 3.8e-8, 1.8e-6, 2.02e-6};
  double low = 1, high = 0;
  for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 53) - 1}) {
    low = std::min(low, d.quantile({k})), high = std::max(high, d.quantile({k}));
  }
  CHECK(low >= 1.8e-6);
  CHECK(high <= 2.02e-6);
  CHECK(low == Approx(1.8e-6).epsilon(1e-9));
  CHECK(high == Approx(2.02e-6).epsilon(1e-9));
}

/// Largest distance between the sorted sample's distribution and `cdf` (Kolmogorov).
template <class Cdf>
double kolmogorov(std::vector<double> values, Cdf cdf) {
  std::sort(values.begin(), values.end());
  const double n = static_cast<double>(values.size());
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = cdf(values[i]);
    worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return worst;
}

/// Moments within four standard errors of those of a standard normal; Kolmogorov at 1 in 1000.
void check_standard_normal(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  for (const double x : values) {
    m1 += x / n, m2 += x * x / n, m3 += x * x * x / n, m4 += x * x * x * x / n;
  }
  const double distance = kolmogorov(values, normal_cdf) * std::sqrt(n);
  INFO(fmt::format("moments {:.5f} {:.5f} {:.5f} {:.5f}, D sqrt(n) {:.3f}", m1, m2, m3, m4,
                   distance));
  CHECK(std::fabs(m1) < 4 * std::sqrt(1 / n));
  CHECK(std::fabs(m2 - 1) < 4 * std::sqrt(2 / n));
  CHECK(std::fabs(m3) < 4 * std::sqrt(15 / n));
  CHECK(std::fabs(m4 - 3) < 4 * std::sqrt(96 / n));
  CHECK(distance < 1.95);
}

TEST_CASE("Box-Muller pairs are standard normal and independent") {
  std::vector<double> firsts, seconds, all;
  for (std::uint64_t tick = 0; tick < 25000; ++tick) {
    const auto words = draw_words<std::uint64_t>(7, 0, stream_hash("test"), tick, 0);
    for (std::size_t k = 0; k < 4; k += 2) {
      double a = 0, b = 0;
      normal_pair<double>(words[k], words[k + 1], a, b);
      firsts.push_back(a), seconds.push_back(b), all.push_back(a), all.push_back(b);
    }
  }
  check_standard_normal(firsts);
  check_standard_normal(seconds);
  check_standard_normal(all);
  double product = 0, squares = 0, successive = 0;
  const double n = static_cast<double>(firsts.size());
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    product += firsts[i] * seconds[i] / n;
    squares += (firsts[i] * firsts[i] - 1) * (seconds[i] * seconds[i] - 1) / n;
    if (i > 0) successive += firsts[i] * firsts[i - 1] / n;
  }
  CHECK(std::fabs(product) < 4 / std::sqrt(n));
  CHECK(std::fabs(successive) < 4 / std::sqrt(n));
  CHECK(std::fabs(squares) < 4 * 2 / std::sqrt(n));
}

TEST_CASE("Box-Muller pairs are good to 4 ulp") {
  // Against the C library in 80-bit long double. The radius misses by 1.7 units at most, sine and
  // cosine by 1.5, the product by half of one more.
  Worst worst;
  const auto check = [&](std::uint64_t radius, std::uint64_t angle) {
    // Both as rounded to doubles; log1p, because u1 may be next to 1.
    const long double u1 = uniform_of<double>(radius), u2 = uniform_of<double>(angle);
    const long double quarters = std::round(4 * u2);
    const long double turn = 1.570796326794896619231321691639751442L * (4 * u2 - quarters);
    const long double s = std::sin(turn), c = std::cos(turn);
    const std::array<long double, 5> wave = {s, c, -s, -c, s};
    const auto quarter = static_cast<std::size_t>(quarters) % 4;
    const long double r = std::sqrt(-2 * std::log1p(u1 - 1));
    double first = 0, second = 0;
    normal_pair<double>(radius, angle, first, second);
    worst.take(ulps(first, r * wave[quarter + 1]), static_cast<double>(u1));
    worst.take(ulps(second, r * wave[quarter]), static_cast<double>(u1));
  };
  for (std::uint64_t i = 0; i < 300000; ++i) {
    const auto w = draw_words<std::uint64_t>(9, i, stream_hash("test:ulps"), 0, 0);
    check(w[0], w[1]);
    check(w[2] >> i % 53, w[3]);     // far from zero
    check(~(w[0] >> i % 53), w[2]);  // near zero
  }
  INFO(worst.text());
  CHECK(worst.error < 4);
}

template <int n>
void check_sequence() {
  const Draws<double> draws = {7, 11};
  const Stream stream = {7, 11, stream_hash("test:sequence")};
  NormalSequence<double, n> sequence;
  std::uint64_t i = 0;
  for (std::uint64_t tick = 0; tick < 30; ++tick) {
    std::array<double, n> normals{};
    sequence.take(draws, stream.hash, tick, normals.data());
    for (const double x : normals) CHECK(x == stream.normal(i++));
  }
  if constexpr (n <= 3) {
    const auto first = draws.first_normals<n>(stream.hash);
    for (std::uint64_t k = 0; k < n; ++k) CHECK(first[k] == stream.normal(k));
  }
}

TEST_CASE("a sequence has the numbers of its stream one after another, however many at a tick") {
  check_sequence<1>();
  check_sequence<2>();
  check_sequence<3>();
  check_sequence<4>();
  check_sequence<5>();
  check_sequence<6>();
  check_sequence<7>();
  check_sequence<8>();
}

TEST_CASE("Box-Muller is finite at the ends of its words") {
  const std::uint64_t ones = ~std::uint64_t{0};
  for (const std::uint64_t radius : {std::uint64_t{0}, ones}) {
    for (const std::uint64_t angle : {std::uint64_t{0}, ones}) {
      double a = 0, b = 0;
      normal_pair<double>(radius, angle, a, b);
      CHECK(std::isfinite(a));
      CHECK(std::isfinite(b));
      CHECK(std::hypot(a, b) <= 8.66);  // sqrt(2 * 54 ln 2) = 8.6520
    }
  }
}

TEST_CASE("distributions have the distribution that they are named after") {
  std::vector<double> normal, uniform, truncated;
  const TruncatedLaw<NormalDistribution> n = {{3.0, 0.5}, {}};
  const UniformDistribution u = {-2.0, 6.0};
  const TruncatedNormalDistribution t = {1.0, 2.0, 0.0, 4.0};
  for (std::uint64_t i = 0; i < 100000; ++i) {
    normal.push_back((n.quantile(draw(i)) - 3.0) / 0.5);
    uniform.push_back(u.quantile(draw(i)));
    truncated.push_back(t.quantile(draw(i)));
  }
  check_standard_normal(normal);
  const double root = std::sqrt(100000.0);
  CHECK(kolmogorov(uniform, [](double x) { return (x + 2) / 8; }) * root < 1.95);
  CHECK(kolmogorov(truncated,
                   [](double x) {
                     const double low = normal_cdf(-0.5), high = normal_cdf(1.5);
                     return (normal_cdf((x - 1) / 2) - low) / (high - low);
                   }) *
            root <
        1.95);
}

}  // namespace
}  // namespace montecopter
