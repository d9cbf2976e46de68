/// Every term of the error model over 2000 samples: variance and autocorrelation against what its
/// parameters say, within 4 standard errors (a test of 20 such numbers fails once in 800 seeds; the
/// seed is fixed).

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "dynamics/random/numbered_normal.hpp"
#include "support/sensor_flight.hpp"

namespace montecopter {
namespace {

constexpr int samples = 2000;

/// Moments over samples of two numbers of each, about zero.
struct Moments {
  double first = 0, second = 0, mixed = 0;  ///< variances and covariance
};

/// Of axis `a` of reading j and axis `b` of reading k.
Moments moments(const Flown& flown, const char* sensor, std::int64_t j, std::size_t a,
                std::int64_t k, std::size_t b) {
  Moments m;
  for (std::int64_t i = 0; i < samples; ++i) {
    const double x = flown.reading(sensor, j, i)[a], y = flown.reading(sensor, k, i)[b];
    m.first += x * x / samples;
    m.second += y * y / samples;
    m.mixed += x * y / samples;
  }
  return m;
}

/// Standard errors by which a covariance of normal numbers is off.
double off(double covariance, double expected, double variance1, double variance2) {
  return (covariance - expected) /
         std::sqrt((variance1 * variance2 + expected * expected) / samples);
}

struct Expected {
  std::int64_t j, k;
  double variance_j, variance_k, covariance;
};

void check_moments(const Flown& flown, const char* sensor, const Expected& e) {
  const Moments m = moments(flown, sensor, e.j, 0, e.k, 0);
  INFO(sensor << " at " << e.j << " and " << e.k);
  CHECK(std::fabs(off(m.first, e.variance_j, e.variance_j, e.variance_j)) < 4);
  CHECK(std::fabs(off(m.second, e.variance_k, e.variance_k, e.variance_k)) < 4);
  CHECK(std::fabs(off(m.mixed, e.covariance, e.variance_j, e.variance_k)) < 4);
  // Axes are independent.
  const Moments across = moments(flown, sensor, e.j, 0, e.k, 2);
  CHECK(std::fabs(off(across.mixed, 0, e.variance_j, e.variance_k)) < 4);
  const Moments others = moments(flown, sensor, e.j, 1, e.j, 2);
  CHECK(std::fabs(off(others.mixed, 0, e.variance_j, e.variance_j)) < 4);
}

TEST_CASE("white noise has the variance that is meant, and no memory") {
  // At 50 Hz a two-sided density of 0.02 makes sd = 0.02 sqrt(50), a one-sided one sqrt(2) less.
  struct Case {
    const char* text;
    double variance;
  };
  const auto c = GENERATE(
      Case{"white_noise_rad_s = 0.3\n", 0.09},
      Case{"white_noise_density_rad_s_sqrt_hz = 0.02\nwhite_noise_density_is = \"two_sided\"\n",
           0.02},
      Case{"white_noise_density_rad_s_sqrt_hz = 0.02\nwhite_noise_density_is = \"one_sided\"\n",
           0.01},
      Case{"white_noise_rad_s = 0.3\nwhite_noise_density_rad_s_sqrt_hz = 0.02\n"
           "white_noise_density_is = \"two_sided\"\n",
           0.11});
  const Flown flown(
      to_scenario({.sensors = std::string("[sensors.s.gyroscope]\nrate_hz = 50\n") + c.text,
                   .samples = samples}));
  REQUIRE(flown.readings("s.gyroscope") == 51);
  check_moments(flown, "s.gyroscope", {0, 1, c.variance, c.variance, 0});
  check_moments(flown, "s.gyroscope", {20, 50, c.variance, c.variance, 0});
}

TEST_CASE("a turn-on bias is drawn once for each flight") {
  const Flown flown(
      to_scenario({.sensors = "[sensors.s.accelerometer]\nrate_hz = 50\nturn_on_bias_m_s2 = 0.5\n",
                   .samples = samples}));
  check_moments(flown, "s.accelerometer", {0, 50, 0.25, 0.25, 0.25});
  CHECK(flown.reading("s.accelerometer", 0, 7)[1] == flown.reading("s.accelerometer", 50, 7)[1]);
}

TEST_CASE("a Gauss-Markov bias is steady and forgets exponentially") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.accelerometer]\nrate_hz = 50\n"
                                            "gauss_markov_bias_m_s2 = 0.4\n"
                                            "gauss_markov_time_s = 0.3\n",
                                 .samples = samples}));
  const double variance = 0.16;
  for (const std::int64_t lag : {1, 5, 15, 50}) {
    const double kept = std::exp(-static_cast<double>(lag) / 50 / 0.3);
    check_moments(flown, "s.accelerometer", {0, lag, variance, variance, variance * kept});
  }
}

TEST_CASE("a random walk begins at zero and grows with the root of the time") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.gyroscope]\nrate_hz = 50\n"
                                            "bias_random_walk_rad_s_sqrt_s = 0.2\n",
                                 .samples = samples}));
  for (std::int64_t i = 0; i < 5; ++i) CHECK(flown.reading("s.gyroscope", 0, i)[0] == 0);
  const auto variance = [](double tick) { return 0.04 * tick / 50; };
  check_moments(flown, "s.gyroscope", {1, 2, variance(1), variance(2), variance(1)});
  check_moments(flown, "s.gyroscope", {10, 50, variance(10), variance(50), variance(10)});
}

TEST_CASE("errors add up and do not depend on each other") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.gyroscope]\nrate_hz = 50\n"
                                            "bias_rad_s = 0\nwhite_noise_rad_s = 0.1\n"
                                            "turn_on_bias_rad_s = 0.2\n"
                                            "gauss_markov_bias_rad_s = 0.3\n"
                                            "gauss_markov_time_s = 0.5\n"
                                            "bias_random_walk_rad_s_sqrt_s = 0.4\n",
                                 .samples = samples}));
  const auto common = [](double j, double k) {
    return 0.04 + 0.09 * std::exp(-(k - j) / 50 / 0.5) + 0.16 * j / 50;
  };
  check_moments(flown, "s.gyroscope",
                {20, 45, common(20, 20) + 0.01, common(45, 45) + 0.01, common(20, 45)});
}

TEST_CASE("scalar sensors and both parts of GNSS have errors of their own") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.barometer]\nrate_hz = 50\n"
                                            "white_noise_m = 0.5\n"
                                            "[sensors.s.gnss]\nrate_hz = 10\n"
                                            "position.gauss_markov_bias_m = 2\n"
                                            "position.gauss_markov_time_s = 0.5\n"
                                            "velocity.white_noise_m_s = 0.3\n",
                                 .environment = "gravity_m_s2 = 0\natmosphere.type = \"isa\"\n",
                                 .samples = samples}));
  const double kept = std::exp(-0.3 / 0.5);
  check_moments(flown, "s.gnss.position", {1, 4, 4, 4, 4 * kept});
  check_moments(flown, "s.gnss.velocity", {1, 4, 0.09, 0.09, 0});
  const Moments m = moments(flown, "s.barometer.altitude", 3, 0, 9, 0);
  CHECK(std::fabs(off(m.first, 0.25, 0.25, 0.25)) < 4);
  CHECK(std::fabs(off(m.mixed, 0, 0.25, 0.25)) < 4);
}

TEST_CASE("lost readings are lost independently, with the probability that is said") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.gyroscope]\nrate_hz = 50\ndropout = 0.2\n"
                                            "[sensors.s.accelerometer]\nrate_hz = 50\n"
                                            "dropout = 1\n",
                                 .samples = samples}));
  double lost = 0, lost_twice = 0;
  for (std::int64_t i = 0; i < samples; ++i) {
    const bool first = std::isnan(flown.reading("s.gyroscope", 10, i)[0]);
    const bool second = std::isnan(flown.reading("s.gyroscope", 11, i)[2]);
    lost += first ? 1 : 0;
    lost_twice += first && second ? 1 : 0;
    REQUIRE(std::isnan(flown.reading("s.accelerometer", 10, i)[1]));
  }
  const auto off_binomial = [](double count, double p) {
    return (count - samples * p) / std::sqrt(samples * p * (1 - p));
  };
  CHECK(std::fabs(off_binomial(lost, 0.2)) < 4);
  CHECK(std::fabs(off_binomial(lost_twice, 0.04)) < 4);
}

TEST_CASE("jitter makes each reading older by whole steps, all equally often") {
  // At 1 m/s and steps of 10 ms, the position tells the age.
  const Flown flown(to_scenario({.sensors = "[sensors.s.gnss]\nrate_hz = 10\nlatency_s = 0.02\n"
                                            "jitter_s = 0.03\n",
                                 .initial = "velocity_m_s = [1, 0, 0]\n",
                                 .samples = samples}));
  std::array<double, 4> count{};
  double neighbours = 0;
  for (std::int64_t i = 0; i < samples; ++i) {
    const auto age = [&](std::int64_t tick) {
      const double steps =
          100 * (0.1 * static_cast<double>(tick) - flown.reading("s.gnss.position", tick, i)[0]);
      REQUIRE(std::fabs(steps - std::round(steps)) < 1e-9);
      return std::round(steps) - 2;
    };
    const double now = age(5), next = age(6);
    REQUIRE((now >= 0 && now <= 3));
    count[static_cast<std::size_t>(now)] += 1;
    neighbours += (now - 1.5) * (next - 1.5) / samples;
    REQUIRE(std::isnan(flown.reading("s.gnss.position", 0, i)[0]));
  }
  for (const double c : count) CHECK(std::fabs(c - 500) < 4 * std::sqrt(2000 * 0.25 * 0.75));
  CHECK(std::fabs(neighbours) < 4 * 1.25 / std::sqrt(2000));  // variance of 0..3 is 1.25
}

TEST_CASE("the time of each pass of a rotor's mark has an error of its own") {
  // 20 pi rad/s: a turn takes 0.1 s, and every reading is of a turn of its own.
  const Flown flown(to_scenario(
      {.sensors = "[sensors.s.rotor_speed]\nrate_hz = 10\nlatency_s = 0.05\ntime_noise_us = 1000\n",
       .rate_hz = 1000,
       .steps = 1050,
       .samples = samples,
       .command = 20 * std::numbers::pi,
       .motor = "{type = \"first_order\", time_constant_s = 0.05, max = 1000}"}));
  double variance = 0, next = 0, later = 0;
  for (std::int64_t i = 0; i < samples; ++i) {
    const auto error = [&](std::int64_t tick) {
      return 2 * std::numbers::pi / flown.reading("s.rotor_speed", tick, i)[0] - 0.1;
    };
    const double e = error(5);
    variance += e * e / samples;
    next += e * error(6) / samples;
    later += e * error(7) / samples;
  }
  // The difference of two errors; turns that follow each other share one of them.
  CHECK(std::fabs(off(variance, 2e-6, 2e-6, 2e-6)) < 4);
  CHECK(std::fabs(off(next, -1e-6, 2e-6, 2e-6)) < 4);
  CHECK(std::fabs(off(later, 0, 2e-6, 2e-6)) < 4);
}

/// The normals of a reading: numbers axes t to axes t + axes - 1 of the stream.
std::array<double, 3> normals_of(const char* stream, std::uint64_t sample, std::uint64_t tick,
                                 std::uint64_t axes = 3) {
  std::array<double, 3> n{};
  for (std::uint64_t k = 0; k < axes; ++k) {
    n[k] = Stream{20, sample, stream_hash(stream)}.normal(axes * tick + k);
  }
  return n;
}

TEST_CASE("each error takes the words of its own stream") {
  const Flown flown(to_scenario(
      {.sensors = "[sensors.s.gyroscope]\nrate_hz = 50\nwhite_noise_rad_s = 0.5\n"
                  "[sensors.s.accelerometer]\nrate_hz = 50\nturn_on_bias_m_s2 = 0.25\n"
                  "[sensors.s.magnetometer]\nrate_hz = 50\ngauss_markov_bias_t = 2\n"
                  "gauss_markov_time_s = 1\n"
                  "[sensors.s.gnss]\nrate_hz = 50\nposition.bias_random_walk_m_sqrt_s = 1\n"
                  "velocity.white_noise_m_s = 1\n"
                  "[sensors.s.barometer]\nrate_hz = 50\nwhite_noise_m = 1\n"
                  "[sensors.t.gyroscope]\nrate_hz = 50\ndropout = 0.5\n"
                  "[sensors.u.gnss]\nrate_hz = 10\njitter_s = 0.03\n",
       .initial = "velocity_m_s = [0, 0, 0]\n",
       .environment = "gravity_m_s2 = 0\natmosphere.type = \"isa\"\n",
       .samples = 4}));
  const std::int64_t sample = 3;
  for (std::int64_t tick = 0; tick < 20; ++tick) {
    const auto t = static_cast<std::uint64_t>(tick);
    const auto white = normals_of("s.gyroscope.white", 3, t);
    const auto velocity = normals_of("s.gnss.velocity.white", 3, t);
    const auto turn_on = normals_of("s.accelerometer.turn_on", 3, 0);
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(flown.reading("s.gyroscope", tick, sample)[k] == 0.5 * white[k]);
      CHECK(flown.reading("s.gnss.velocity", tick, sample)[k] == velocity[k]);
      CHECK(flown.reading("s.accelerometer", tick, sample)[k] == 0.25 * turn_on[k]);
    }
    CHECK(flown.reading("s.barometer.altitude", tick, sample)[0] ==
          normals_of("s.barometer.white", 3, t, 1)[0]);
    const auto word = draw_words<std::uint64_t>(20, 3, stream_hash("t.gyroscope.dropout"), t, 0)[0];
    const bool lost = uniform_of<double>(word) <= 0.5;
    CHECK(std::isnan(flown.reading("t.gyroscope", tick, sample)[0]) == lost);
  }
  // A Gauss-Markov bias starts with tick 0, a walk makes its first step at tick 1.
  CHECK(flown.reading("s.magnetometer", 0, sample)[1] ==
        2 * normals_of("s.magnetometer.gauss_markov", 3, 0)[1]);
  CHECK(flown.reading("s.gnss.position", 0, sample)[2] == 0);
  CHECK(flown.reading("s.gnss.position", 1, sample)[2] ==
        std::sqrt(0.02) * normals_of("s.gnss.position.walk", 3, 1)[2]);
}

}  // namespace
}  // namespace montecopter
