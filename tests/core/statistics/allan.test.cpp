/// Allan deviations of records: NIST's test suites, records of known noise, gaps and large records.

#include "core/statistics/allan.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error.hpp"
#include "core/statistics/allan_identify.hpp"
#include "core/statistics/noise_record.hpp"
#include "physics/csv.hpp"

namespace montecopter {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr auto overlapping = AllanEstimator::overlapping;
constexpr auto non_overlapping = AllanEstimator::non_overlapping;

double deviation(const AllanRecord& record, std::int64_t m, AllanEstimator estimator) {
  return std::sqrt(record.estimate(m, estimator).variance);
}

void check_suite(const AllanRecord& record, const std::string& file, std::size_t rows) {
  const Csv table = read_csv(reference_path(file));
  REQUIRE(table.rows.size() == rows);
  for (std::size_t r = 0; r < rows; ++r) {
    const auto m = static_cast<std::int64_t>(table.at(r, "m"));
    CAPTURE(file, m);
    // Printed to 7 digits: half a unit of the last one is 5e-7 of the smallest leading digit.
    CHECK(deviation(record, m, non_overlapping) == Approx(table.at(r, "ADEV")).epsilon(5e-7));
    CHECK(deviation(record, m, overlapping) == Approx(table.at(r, "OADEV")).epsilon(5e-7));
  }
}

TEST_CASE("NIST's test suites of ten and of a thousand points are met to their 7 digits") {
  const std::vector<double> nine = {892, 809, 823, 798, 671, 644, 883, 903, 677};
  check_suite(AllanRecord(nine, 1), "sensors/nbs14_10.csv", 2);
  std::vector<double> thousand;
  for (std::int64_t n = 1234567890; thousand.size() < 1000; n = 16807 * n % 2147483647) {
    thousand.push_back(static_cast<double>(n) / 2147483647);
  }
  check_suite(AllanRecord(thousand, 1), "sensors/nbs14_1000.csv", 3);
}

TEST_CASE("records of white noise, random walk and Gauss-Markov noise are where theory says") {
  const double dt = 0.005;
  const NoiseModel white = {.dt_s = dt, .white_sd = 0.2};
  const NoiseModel walk = {.dt_s = dt, .random_walk_sd_per_step = 1e-4};
  const NoiseModel markov = {.dt_s = dt, .gauss_markov_sd = 0.01, .gauss_markov_time_s = 2};
  const NoiseModel all = {.dt_s = dt,
                          .white_sd = 0.2,
                          .random_walk_sd_per_step = 1e-4,
                          .gauss_markov_sd = 0.03,
                          .gauss_markov_time_s = 2};
  const NoiseModel rounded = {.dt_s = dt, .white_sd = 0.2, .quantum = 0.2};
  const NoiseModel model = GENERATE_COPY(white, walk, markov, all, rounded);
  const std::int64_t n = 250'000;
  const AllanRecord record(noise_record(model, n, 1), dt);
  int checked = 0;
  for (const AllanEstimator estimator : {overlapping, non_overlapping}) {
    const auto curve =
        allan_curve(record, octave_ladder(n), {.estimator = estimator, .noise = model});
    for (const AllanPoint& point : curve.points) {
      if (point.edf < 20) continue;
      ++checked;
      const double expected = std::sqrt(expected_allan_variance(model, point.m));
      const double band = allan_band(expected, point.edf);
      INFO(fmt::format("m {}: {:.6g} expected {:.6g} band {:.2g} ({:+.2f} sigma) edf {:.1f}",
                       point.m, point.deviation, expected, band,
                       4 * (point.deviation - expected) / band, point.edf));
      CHECK(point.tau_s == static_cast<double>(point.m) * dt);
      CHECK(std::fabs(point.deviation - expected) <= band);
    }
  }
  CHECK(checked >= 26);  // 13 octaves of either estimator and more have 20 degrees of freedom
}

TEST_CASE("a ramp has the deviation R tau / sqrt(2), and an offset has none") {
  const double dt = 0.01, ramp = 0.3;
  std::vector<double> readings(5000);
  for (std::size_t i = 0; i < readings.size(); ++i)
    readings[i] = ramp * dt * static_cast<double>(i);
  const AllanRecord record(readings, dt);
  for (const std::int64_t m : one_two_five_ladder(record.size())) {
    const double wanted = ramp * static_cast<double>(m) * dt / std::sqrt(2.0);
    // Sums up to 2e4 are rounded to 2e-12, in differences of 3e-3 and more.
    CHECK(deviation(record, m, overlapping) == Approx(wanted).epsilon(1e-9));
    CHECK(deviation(record, m, non_overlapping) == Approx(wanted).epsilon(1e-9));
  }
  const AllanRecord constant(std::vector<double>(100, 9.80665), dt);
  for (const AllanPoint& point : allan_curve(constant, octave_ladder(100)).points) {
    CHECK(point.deviation == 0);
    CHECK(point.high == 0);
  }
}

TEST_CASE("ten million readings lose nothing", "[slow]") {
  // Integers, so that differences of sums are exact in 64 bits: an offset of a million quanta, a
  // drift of a thousand, noise of about 290.
  const std::int64_t n = 10'000'000;
  std::vector<double> readings;
  std::vector<std::int64_t> sum = {0};
  for (std::int64_t i = 0; i < n; ++i) {
    const auto word = draw_words<std::uint64_t>(1, 0, 2, static_cast<std::uint64_t>(i / 4),
                                                0)[static_cast<std::size_t>(i % 4)];
    const std::int64_t y = 1'000'000 + i / 10'000 + static_cast<std::int64_t>(word % 1001);
    readings.push_back(static_cast<double>(y));
    sum.push_back(sum.back() + y);
  }
  const AllanRecord record(readings, 1);
  for (const std::int64_t m : {1, 3, 1000, 65536, 2'500'000, 5'000'000}) {
    long double squares = 0;
    for (std::int64_t j = 0; j + 2 * m <= n; ++j) {
      const auto at = [&](std::int64_t k) { return sum[static_cast<std::size_t>(k)]; };
      const auto d = static_cast<long double>(at(j + 2 * m) - 2 * at(j + m) + at(j));
      squares += d * d;
    }
    const auto terms = static_cast<long double>(n - 2 * m + 1);
    const long double wanted =
        squares / terms / 2 / static_cast<long double>(m) / static_cast<long double>(m);
    const AllanEstimate ours = record.estimate(m, overlapping);
    const auto error = static_cast<double>(std::fabs(ours.variance / wanted - 1));
    INFO(fmt::format("m {}: {:.2e}", m, error));
    // Sums, of the order of 1e9 after the mean is taken off, are rounded to 1e-7 each: of
    // differences of 400 at m = 1 that is 3e-10, and its square counts where it averages out.
    CHECK(error < 1e-12);
    CHECK(ours.terms == n - 2 * m + 1);
  }
}

TEST_CASE("missing readings are left out of averages, which white noise shows by their number") {
  const std::int64_t n = 200'000;
  const NoiseModel white = {.white_sd = 2};
  std::vector<double> readings = noise_record(white, n, 5);
  std::int64_t missing = 0;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (four_normals(6, i)[0] < 0.7) continue;  // 24 % at random
    readings[i] = nan;
    ++missing;
  }
  for (std::size_t i = 50'000; i < 60'000; ++i) {  // and one long gap
    missing += std::isnan(readings[i]) ? 0 : 1;
    readings[i] = nan;
  }
  const AllanRecord record(readings, 1);
  CHECK(record.missing() == missing);
  const auto curve = allan_curve(record, octave_ladder(n));
  CHECK(curve.missing == missing);
  for (const AllanPoint& point : curve.points) {
    if (point.edf < 20) continue;
    const double expected = 2 / std::sqrt(point.present);
    INFO(fmt::format("m {} present {} terms {} edf {}", point.m, point.present, point.terms,
                     point.edf));
    CHECK(point.present <= static_cast<double>(point.m));
    CHECK(point.terms < n - 2 * point.m + 1);
    CHECK(std::fabs(point.deviation - expected) <= allan_band(expected, point.edf));
  }
  // At m = 1 both readings are there, so nothing is known of averages of fewer.
  CHECK(curve.points.front().present == 1);
}

TEST_CASE("averages of which less than half is there do not exist") {
  const std::vector<double> readings = {1, 2, nan, nan, 5, nan, 7, 9};
  const AllanRecord record(readings, 1);
  CHECK(record.mean() == Approx(24.0 / 5));
  // m = 1: differences 2-1 and 9-7.
  const AllanEstimate one = record.estimate(1, overlapping);
  CHECK(one.terms == 2);
  CHECK(one.variance == Approx((1.0 + 4.0) / 2 / 2));
  // m = 2 side by side: 1.5, none, 5 (of one reading), 8: one difference, 8 - 5.
  const AllanEstimate two = record.estimate(2, non_overlapping);
  CHECK(two.terms == 1);
  CHECK(two.variance == Approx(9.0 / 2));
  CHECK(two.present == Approx(2 / (1.0 + 0.5)));
  // m = 4: 1.5 of two readings, 7 of three.
  const AllanEstimate four = record.estimate(4, overlapping);
  CHECK(four.terms == 1);
  CHECK(four.variance == Approx(5.5 * 5.5 / 2));
  CHECK(record.estimate(5, overlapping).terms == 0);
  const auto averages = record.averages(2, 0, 4);
  CHECK(averages[0] == Approx(1.5 - 4.8));
  CHECK(std::isnan(averages[1]));
  CHECK(averages[2] == Approx(5 - 4.8));
  // No two averages of 3 are there in a row with gaps like these.
  const std::vector<double> sparse = {1, nan, nan, nan, 5, 6, 7, 8};
  const auto curve = allan_curve(AllanRecord(sparse, 1), std::vector<std::int64_t>{1, 3, 4, 9});
  REQUIRE(curve.points.size() == 1);
  CHECK(curve.points[0].m == 1);
}

TEST_CASE("a record that says nothing is refused") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto refused = [](const std::vector<double>& readings, double period_s) {
    try {
      const AllanRecord record(readings, period_s);
      return false;
    } catch (const Error& error) {
      return error.code() == ExitCode::usage;
    }
  };
  CHECK(refused({}, 1));
  CHECK(refused({1}, 1));
  CHECK(refused({nan, 1, nan}, 1));
  CHECK(refused({1, -infinity, 2}, 1));
  for (const double period : {0.0, -1.0, nan, infinity}) CHECK(refused({1, 2}, period));
  CHECK_FALSE(refused({1, nan, 2, nan}, 1));
}

TEST_CASE("ladders climb to half of the record") {
  using Ladder = std::vector<std::int64_t>;
  CHECK(octave_ladder(9) == Ladder{1, 2, 4});
  CHECK(octave_ladder(1).empty());
  CHECK(one_two_five_ladder(100) == Ladder{1, 2, 5, 10, 20, 50});
  CHECK(one_two_five_ladder(99) == Ladder{1, 2, 5, 10, 20});
  CHECK(decade_ladder(2000, 3) == Ladder{1, 2, 5, 10, 22, 46, 100, 215, 464, 1000});
  CHECK(decade_ladder(60, 10) == Ladder{1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25});
}

TEST_CASE("confidence intervals cover the true deviation as often as they say") {
  // For a true record length with few degrees of freedom, where chi-square is far from normal.
  const NoiseModel white = {.white_sd = 1};
  const std::int64_t n = 512;
  int covered95 = 0, covered68 = 0, below = 0;
  const int records = 4000;
  for (int i = 0; i < records; ++i) {
    const AllanRecord record(noise_record(white, n, static_cast<std::uint64_t>(i)), 1);
    const std::vector<std::int64_t> m = {64};
    const auto wide = allan_curve(record, m, {.noise = white}).points[0];
    const auto narrow = allan_curve(record, m, {.confidence = 0.683, .noise = white}).points[0];
    const double truth = 1.0 / 8;
    covered95 += wide.low <= truth && truth <= wide.high ? 1 : 0;
    covered68 += narrow.low <= truth && truth <= narrow.high ? 1 : 0;
    below += truth < wide.low ? 1 : 0;
  }
  // 4000 trials have a standard error of 0.34 % at 95 % and of 0.74 % at 68 %. That the estimate is
  // chi-square distributed is an approximation (sums of squares with unequal weights): 1 % for
  // that.
  CHECK(covered95 / double(records) == Approx(0.95).margin(4 * 0.0034 + 0.01));
  CHECK(covered68 / double(records) == Approx(0.683).margin(4 * 0.0074 + 0.01));
  CHECK(below / double(records) == Approx(0.025).margin(4 * 0.0025 + 0.01));
}

}  // namespace
}  // namespace montecopter
