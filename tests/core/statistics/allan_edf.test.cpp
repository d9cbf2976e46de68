/// Degrees of freedom: closed forms, published tables, and the scatter of simulated records.

#include "core/statistics/allan_edf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/statistics/allan.hpp"
#include "core/statistics/allan_identify.hpp"
#include "core/statistics/noise_record.hpp"

namespace montecopter {
namespace {

constexpr auto overlapping = AllanEstimator::overlapping;
constexpr auto non_overlapping = AllanEstimator::non_overlapping;
constexpr NoiseModel white = {.white_sd = 3};
constexpr NoiseModel flicker = {.bias_instability = 3};
constexpr NoiseModel walk = {.random_walk_sd_per_step = 3};

TEST_CASE("differences of white readings are correlated by a half, of a walk not at all") {
  for (const std::int64_t n : {2, 3, 10, 1000}) {
    const auto terms = static_cast<double>(n - 1);
    // R(0) = 2, R(1) = -1: edf = terms^2 4 / (4 terms + 2 (terms - 1)).
    const double wanted = terms * terms * 4 / (6 * terms - 2);
    for (const auto estimator : {overlapping, non_overlapping}) {
      CHECK(AllanCovariance(white, n).edf(1, estimator) == Approx(wanted).epsilon(1e-12));
      CHECK(AllanCovariance(walk, n).edf(1, estimator) == Approx(terms).epsilon(1e-12));
    }
  }
  // White noise is as correlated side by side at any m, and so is white noise of several kinds.
  const NoiseModel kinds = {
      .white_sd = 1, .gauss_markov_sd = 2, .gauss_markov_time_s = 0, .quantum = 3};
  const std::int64_t n = 10'000'000, m = 100'000;
  CHECK(AllanCovariance(white, n).edf(m, non_overlapping) == Approx(99 * 99 * 4.0 / (6 * 99 - 2)));
  CHECK(AllanCovariance(kinds, n).edf(m, overlapping) ==
        Approx(AllanCovariance(white, n).edf(m, overlapping)));
}

/// Covariance of the estimates at m1 and m2 for white noise, by brute force over all differences.
double brute_force(std::int64_t n, std::int64_t m1, std::int64_t m2) {
  const auto weight = [](std::int64_t i, std::int64_t m) {
    return i < 0 || i >= 2 * m ? 0 : i < m ? -1 : 1;
  };
  double sum = 0;
  for (std::int64_t offset = 2 * m2 - n; offset <= n - 2 * m1; ++offset) {
    // z at m1 starts `offset` later than z' at m2
    double r = 0;
    for (std::int64_t i = 0; i < 2 * m1; ++i) r += weight(i, m1) * weight(i + offset, m2);
    double pairs = 0;
    for (std::int64_t j = 0; j + 2 * m2 <= n; ++j) {
      pairs += j + offset >= 0 && j + offset + 2 * m1 <= n ? 1 : 0;
    }
    sum += pairs * r * r;
  }
  const auto t1 = static_cast<double>(n - 2 * m1 + 1), t2 = static_cast<double>(n - 2 * m2 + 1);
  return 2 * sum / t1 / t2 / static_cast<double>(2 * m1) / static_cast<double>(2 * m2);
}

TEST_CASE("covariances of white noise are those of all its differences") {
  for (const std::int64_t n : {100, 130, 400}) {
    for (const std::int64_t m1 : {1, 2, 3, 7, 15, 16, 20, 50}) {
      for (const std::int64_t m2 : {1, 2, 3, 8, 15, 16, 25, 50}) {
        const double wanted = brute_force(n, std::min(m1, m2), std::max(m1, m2));
        CAPTURE(n, m1, m2);
        CHECK(AllanCovariance(white, n).relative(m1, m2) == Approx(wanted).epsilon(1e-11));
      }
    }
  }
}

TEST_CASE("in long records covariances of long averages are integrals, good to half a percent") {
  for (const std::int64_t m1 : {15, 16, 40}) {
    for (const std::int64_t m2 : {16, 40, 250}) {
      const std::int64_t n = 2000;
      const double wanted = brute_force(n, std::min(m1, m2), std::max(m1, m2));
      CAPTURE(m1, m2);
      // 5/(4 m^2) for white noise: SP 1065's 4 m^2 / (4 m^2 + 5).
      CHECK(AllanCovariance(white, n).relative(m1, m2) == Approx(wanted).epsilon(0.005));
    }
  }
}

TEST_CASE("for long averages the degrees of freedom are those of Greenhall and Riley") {
  // Table 2 of their paper for d = 2, overlapping: edf = r / (a0 - a1 / r), r = terms / m.
  struct Row {
    NoiseModel noise;
    double a0, a1, tolerance;
  };
  // White noise is exact. The others are printed to 3 digits; for flicker noise they leave out
  // correlations beyond 3 m, which are 0.4 % of the sum.
  for (const Row& row : {Row{white, 2.0 / 3, 1.0 / 3, 1e-6}, Row{flicker, 0.852, 0.375, 0.006},
                         Row{walk, 1.079, 0.368, 0.001}}) {
    for (const std::int64_t m : {1000, 1'000'000}) {
      for (const std::int64_t averages : {10, 100, 10000}) {
        const std::int64_t n = m * averages;
        const double r = static_cast<double>(n - 2 * m + 1) / static_cast<double>(m);
        CAPTURE(row.a0, m, averages);
        CHECK(AllanCovariance(row.noise, n).edf(m, overlapping) ==
              Approx(r / (row.a0 - row.a1 / r)).epsilon(row.tolerance));
      }
    }
  }
}

TEST_CASE("the degrees of freedom are near the simple formulas of NIST SP 1065") {
  // Table 5 (Howe, Allan and Barnes 1981), N phases, which are one more than readings: empirical,
  // and up to 10 % off for flicker noise and random walks.
  for (const std::int64_t m : {1, 2, 4, 10, 100}) {
    const std::int64_t readings = 100 * m;
    const auto n = static_cast<double>(readings + 1), k = static_cast<double>(m);
    const double for_white =
        (3 * (n - 1) / (2 * k) - 2 * (n - 2) / n) * 4 * k * k / (4 * k * k + 5);
    const double for_flicker =
        m == 1 ? 2 * (n - 2) * (n - 2) / (2.3 * n - 4.9) : 5 * n * n / (4 * k * (n + 3 * k));
    const double for_walk =
        (n - 2) / k * ((n - 1) * (n - 1) - 3 * k * (n - 1) + 4 * k * k) / ((n - 3) * (n - 3));
    CAPTURE(m);
    CHECK(AllanCovariance(white, readings).edf(m, overlapping) == Approx(for_white).epsilon(0.01));
    CHECK(AllanCovariance(flicker, readings).edf(m, overlapping) ==
          Approx(for_flicker).epsilon(0.1));
    CHECK(AllanCovariance(walk, readings).edf(m, overlapping) == Approx(for_walk).epsilon(0.1));
  }
}

TEST_CASE("estimates of simulated records scatter as their degrees of freedom say", "[slow]") {
  const NoiseModel markov = {.gauss_markov_sd = 1, .gauss_markov_time_s = 20};
  const NoiseModel all = {.white_sd = 1,
                          .random_walk_sd_per_step = 0.1,
                          .gauss_markov_sd = 1,
                          .gauss_markov_time_s = 5};
  const NoiseModel model = GENERATE_COPY(white, walk, markov, all);
  const std::int64_t n = 512;
  const int records = 2000;
  const std::vector<std::int64_t> ladder = {1, 3, 20, 64};
  const std::size_t points = ladder.size();
  std::vector<double> mean(points, 0), variance(points, 0), apart(points, 0), next(points, 0);
  for (int i = 0; i < records; ++i) {
    const AllanRecord record(noise_record(model, n, static_cast<std::uint64_t>(i)), 1);
    double last = 0;
    for (std::size_t k = 0; k < points; ++k) {
      const double expected = expected_allan_variance(model, ladder[k]);
      const double off = record.estimate(ladder[k], overlapping).variance / expected - 1;
      const double off_apart = record.estimate(ladder[k], non_overlapping).variance / expected - 1;
      mean[k] += off / records;
      variance[k] += off * off / records;
      apart[k] += off_apart * off_apart / records;
      next[k] += off * last / records;
      last = off;
    }
  }
  const AllanCovariance theory(model, n);
  for (std::size_t k = 0; k < points; ++k) {
    const std::int64_t m = ladder[k];
    const double edf = theory.edf(m, overlapping), edf_apart = theory.edf(m, non_overlapping);
    // Four standard errors of a mean, and of a variance of values with the kurtosis of chi-square.
    const double of_mean = 4 * std::sqrt(2 / edf / records);
    const auto of_variance = [&](double dof) { return 4 * std::sqrt((2 + 12 / dof) / records); };
    INFO(fmt::format(
        "m {}: mean {:+.4f} +- {:.4f}, variance {:.4f} of {:.4f}, side by side {:.4f} of "
        "{:.4f}",
        m, mean[k], of_mean, variance[k], 2 / edf, apart[k], 2 / edf_apart));
    CHECK(std::fabs(mean[k]) < of_mean);
    CHECK(variance[k] * edf / 2 == Approx(1).margin(of_variance(edf)));
    CHECK(apart[k] * edf_apart / 2 == Approx(1).margin(of_variance(edf_apart)));
    if (k == 0) continue;
    const double scale = std::sqrt(4 / (edf * theory.edf(ladder[k - 1], overlapping)));
    const double correlation = theory.relative(ladder[k - 1], m) / scale;
    CHECK(next[k] / scale == Approx(correlation).margin(of_variance(edf)));
    CHECK(correlation < 1);
  }
}

TEST_CASE("a model without noise knows its variance of 0 for certain") {
  const NoiseModel silent = {.gauss_markov_time_s = 3};
  CHECK(std::isinf(AllanCovariance(silent, 100).edf(5, overlapping)));
  CHECK(allan_band(0, std::numeric_limits<double>::infinity()) == 0);
  const std::vector<double> readings(100, 4.0);
  const AllanRecord record(readings, 1);
  for (const auto& p : allan_curve(record, octave_ladder(100), {.noise = silent}).points) {
    CHECK(p.low == 0);
    CHECK(p.high == 0);
  }
}

TEST_CASE("the noise that dominates averages is identified") {
  const std::int64_t n = 1 << 17;
  const NoiseModel mixed = {.white_sd = 1, .random_walk_sd_per_step = 0.03};  // alike at m = 58
  const AllanRecord record(noise_record(mixed, n, 3), 1);
  const auto kind = [&](std::int64_t m) { return identify_noise(record.averages(m, 0, n / m)); };
  for (const std::int64_t m : {1, 2, 5}) CHECK(kind(m).value().white_sd == 1);
  for (const std::int64_t m : {600, 1000}) CHECK(kind(m).value().random_walk_sd_per_step == 1);
  CHECK_FALSE(kind(n / 29).has_value());
  // White noise summed by the order 1/2 is flicker noise: y(k) = sum of w(k - j) (2j)! / (4^j
  // j!^2).
  std::vector<double> w, y;
  for (std::uint64_t i = 0; i < 6000; ++i) w.push_back(four_normals(9, i)[0]);
  for (std::size_t i = 3000; i < w.size(); ++i) {
    double sum = 0, factor = 1;
    for (std::size_t j = 0; j < 3000; ++j) {
      sum += factor * w[i - j];
      factor *= (static_cast<double>(j) + 0.5) / (static_cast<double>(j) + 1);
    }
    y.push_back(sum);
  }
  const AllanRecord pink(y, 1);
  for (const std::int64_t m : {1, 4, 16}) {
    CHECK(identify_noise(pink.averages(m, 0, pink.size() / m)).value().bias_instability == 1);
  }
}

}  // namespace
}  // namespace montecopter
