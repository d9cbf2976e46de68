/// Coefficients read off the curves of records with known noise.

#include "core/statistics/allan_fit.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "core/base/error.hpp"
#include "core/statistics/noise_record.hpp"

namespace montecopter {
namespace {

/// A gyroscope in deg/s: 0.25 deg/sqrt(h), and a bias that walks by 2 deg/h in an hour.
constexpr double dt = 0.01;
constexpr double angle_random_walk = 0.25 / per_sqrt_hour;
constexpr double rate_random_walk = 2.0 / per_hour_1_5;

NoiseModel gyroscope() {
  return {.dt_s = dt,
          .white_sd = white_sd_of_random_walk(angle_random_walk, dt),
          .random_walk_sd_per_step = walk_sd_per_step(rate_random_walk, dt)};
}

/// A curve that is exactly what theory expects, as if of `readings`.
AllanCurve exact_curve(const NoiseModel& model, std::int64_t readings) {
  AllanCurve curve;
  curve.period_s = model.dt_s;
  curve.readings = readings;
  const AllanCovariance covariance(model, readings);
  for (const std::int64_t m : octave_ladder(readings)) {
    curve.points.push_back({.m = m,
                            .tau_s = static_cast<double>(m) * model.dt_s,
                            .deviation = std::sqrt(expected_allan_variance(model, m)),
                            .terms = readings - 2 * m + 1,
                            .present = static_cast<double>(m),
                            .edf = covariance.edf(m, AllanEstimator::overlapping)});
  }
  return curve;
}

TEST_CASE("coefficients of an exact curve are found, over ten orders of magnitude") {
  struct Case {
    double n, b, k;
  };
  for (const Case& c : {Case{1, 1, 1}, Case{1e-5, 3e-3, 1e-2}, Case{4e4, 3e3, 2e3},
                        Case{1, 0, 0.01}, Case{0, 2, 0.1}, Case{1, 0, 0}}) {
    const NoiseModel model = {.dt_s = dt,
                              .white_sd = white_sd_of_random_walk(c.n, dt),
                              .random_walk_sd_per_step = walk_sd_per_step(c.k, dt),
                              .bias_instability = c.b};
    const AllanFit fit = fit_allan(exact_curve(model, 1'000'000));
    CAPTURE(c.n, c.b, c.k);
    // Where a coefficient is 0, its square is found to 1e-15 of what the others are.
    const double scale = 1e-6 * std::max({c.n, c.b, c.k});
    CHECK(fit.angle_random_walk.value == Approx(c.n).epsilon(1e-9).margin(scale));
    CHECK(fit.bias_instability.value == Approx(c.b).epsilon(1e-9).margin(scale));
    CHECK(fit.rate_random_walk.value == Approx(c.k).epsilon(1e-9).margin(scale));
    CHECK(fit.misfit < 1e-12);
  }
}

TEST_CASE("an hour of a gyroscope gives its angle and rate random walk within their errors") {
  const NoiseModel model = gyroscope();
  const std::int64_t n = 360'000;
  const AllanRecord record(noise_record(model, n, 1), dt);
  for (const auto& ladder : {octave_ladder(n), one_two_five_ladder(n), decade_ladder(n, 20)}) {
    const AllanFit fit = fit_allan(allan_curve(record, ladder));
    const double arw = fit.angle_random_walk.value * per_sqrt_hour;
    const double rrw = fit.rate_random_walk.value * per_hour_1_5;
    INFO(fmt::format("{} points: {:.5f} deg/sqrt(h), {:.3f} deg/h^1.5, misfit {:.2f}",
                     ladder.size(), arw, rrw, fit.misfit));
    // Two standard errors, of which low and high are one. Half a percent of 0.25 at most, since a
    // variance from 360000 readings has sqrt(2 / 360000) = 0.24 %, half of that for the deviation.
    const AllanCoefficient& a = fit.angle_random_walk;
    const AllanCoefficient& r = fit.rate_random_walk;
    CHECK(std::fabs(a.value - angle_random_walk) < a.high - a.low);
    CHECK(std::fabs(r.value - rate_random_walk) < r.high - r.low);
    CHECK(arw == Approx(0.25).epsilon(0.005));
    CHECK(a.high - a.low < 0.01 * a.value);
    CHECK(fit.misfit < 4);
  }
}

TEST_CASE("over many records coefficients scatter about the truth by their standard errors",
          "[slow]") {
  const NoiseModel model = {.dt_s = dt, .white_sd = 1, .random_walk_sd_per_step = 0.02};
  const std::int64_t n = 8192;
  const int records = 400;
  const double white = 1, walk = 0.02 * 0.02;
  double white_off = 0, white_square = 0, white_error = 0;
  double walk_off = 0, walk_square = 0, walk_error = 0, misfit = 0;
  for (int i = 0; i < records; ++i) {
    const AllanRecord record(noise_record(model, n, static_cast<std::uint64_t>(i)), dt);
    const AllanFit fit = fit_allan(allan_curve(record, octave_ladder(n), {.noise = model}));
    const auto square = [](double x) { return x * x; };
    const auto error = [&](const AllanCoefficient& c) { return square(c.high) - square(c.value); };
    const double d_white = square(fit.angle_random_walk.value) / dt / white - 1;
    const double d_walk = square(fit.rate_random_walk.value) * dt / walk - 1;
    white_off += d_white / records;
    white_square += square(d_white) / records;
    white_error += error(fit.angle_random_walk) / dt / white / records;
    walk_off += d_walk / records;
    walk_square += square(d_walk) / records;
    walk_error += error(fit.rate_random_walk) * dt / walk / records;
    misfit += fit.misfit / records;
  }
  INFO(
      fmt::format("white {:+.5f} sd {:.5f} stated {:.5f}; walk {:+.4f} sd {:.4f} stated {:.4f}; "
                  "misfit {:.3f}",
                  white_off, std::sqrt(white_square), white_error, walk_off, std::sqrt(walk_square),
                  walk_error, misfit));
  // A standard deviation from 400 records is known to 3.5 %. That B is not negative makes N and K
  // a little too small, and their scatter smaller than stated.
  CHECK(std::sqrt(white_square) == Approx(white_error).epsilon(0.15));
  CHECK(std::sqrt(walk_square) == Approx(walk_error).epsilon(0.15));
  CHECK(std::fabs(white_off) < 0.5 * white_error);
  CHECK(std::fabs(walk_off) < 0.5 * walk_error);
  CHECK(misfit < 1);
  CHECK(misfit > 0.2);
}

TEST_CASE("a Gauss-Markov bias shows as a misfit") {
  NoiseModel model = gyroscope();
  const std::int64_t n = 360'000;
  const auto misfit = [&](const NoiseModel& noise) {
    return fit_allan(allan_curve(AllanRecord(noise_record(noise, n, 2), dt), octave_ladder(n)))
        .misfit;
  };
  CHECK(misfit(model) < 4);
  model.gauss_markov_sd = 0.02;
  model.gauss_markov_time_s = 3;
  CHECK(misfit(model) > 10);
}

TEST_CASE("missing readings do not bias the angle random walk") {
  const std::int64_t n = 100'000;
  std::vector<double> readings = noise_record({.dt_s = dt, .white_sd = 1}, n, 4);
  for (std::size_t i = 0; i < readings.size(); i += 3) readings[i] = std::nan("");
  const AllanFit fit = fit_allan(allan_curve(AllanRecord(readings, dt), octave_ladder(n)));
  const AllanCoefficient& a = fit.angle_random_walk;
  CHECK(std::fabs(a.value - std::sqrt(dt)) < 3 * (a.high - a.value));
}

TEST_CASE("coefficients are not read off what does not hold them") {
  const NoiseModel model = gyroscope();
  const auto readings = noise_record(model, 1000, 1);
  const AllanRecord record(readings, dt);
  const auto refused = [](const AllanCurve& curve) {
    try {
      fit_allan(curve);
      return false;
    } catch (const Error& error) {
      return error.code() == ExitCode::usage;
    }
  };
  const auto ladder = octave_ladder(1000);
  CHECK_FALSE(refused(allan_curve(record, ladder)));
  CHECK(refused(allan_curve(record, ladder, {.estimator = AllanEstimator::non_overlapping})));
  CHECK(refused(allan_curve(record, std::vector<std::int64_t>{1, 2})));
  CHECK(refused(allan_curve(record, ladder, {.noise = NoiseModel{}})));
  const std::vector<double> constant(1000, 3.0);
  CHECK(refused(allan_curve(AllanRecord(constant, dt), ladder)));
}

}  // namespace
}  // namespace montecopter
