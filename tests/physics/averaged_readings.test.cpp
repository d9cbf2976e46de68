/// Accelerometers and gyroscopes that average over their period, against closed forms.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "support/sensor_flight.hpp"

namespace montecopter {
namespace {

constexpr double step_s = 0.01;

/// A push about or along z from the start to the end, and sensors that read every tenth step.
std::string pushed(const std::string& what, const std::string& sensor, const std::string& keys) {
  return to_scenario(
      {.sensors = fmt::format("[sensors.s.{}]\nrate_hz = 10\n{}", sensor, keys),
       .rest = fmt::format("[[disturbance]]\n{}\nstart_s = 0\nduration_s = 100\n", what),
       .steps = 200});
}

TEST_CASE("a gyroscope that averages reads the mean rate of its period") {
  // Spun up by 2 rad/s2 from rest: the mean over (t - T, t) is 2 (t - T/2), at t = 0 it is 0.
  const std::string push = "type = \"torque_pulse\"\ntorque_n_m = [0, 0, 0.02]";
  const Flown mean(pushed(push, "gyroscope", ""));
  const Flown instant(pushed(push, "gyroscope", "readings = \"instantaneous\"\n"));
  CHECK(mean.reading("s.gyroscope", 0)[2] == 0);
  for (std::int64_t k = 1; k <= 20; ++k) {
    const double t = 0.1 * static_cast<double>(k);
    CHECK(mean.reading("s.gyroscope", k)[2] == Approx(2 * (t - 0.05)).epsilon(1e-12));
    CHECK(instant.reading("s.gyroscope", k)[2] == Approx(2 * t).epsilon(1e-12));
  }
}

TEST_CASE("an accelerometer off the centre averages what the rotation does to it") {
  // r = (0.3, 0, 0), w = 2 t: tangential 2 r, radial -r mean(w^2) = -4 r (t^2 - t T + T^2 / 3).
  const Flown flown(pushed("type = \"torque_pulse\"\ntorque_n_m = [0, 0, 0.02]", "accelerometer",
                           "position_m = [0.3, 0, 0]\n"));
  for (std::int64_t k = 1; k <= 20; ++k) {
    const double t = 0.1 * static_cast<double>(k), mean2 = t * t - 0.1 * t + 0.01 / 3;
    const auto f = flown.reading("s.accelerometer", k);
    // Of each step the rate midway is squared: less by (2 step)^2 / 12.
    CHECK(f[0] == Approx(-1.2 * mean2).margin(1.01 * 0.3 * 4 * step_s * step_s / 12));
    CHECK(f[1] == Approx(0.6).epsilon(1e-10));
    CHECK(f[2] == Approx(0).margin(1e-12));
  }
}

TEST_CASE("an accelerometer that averages feels nothing in free fall, and its weight at rest") {
  const char* sensor = "[sensors.s.accelerometer]\nrate_hz = 10\n";
  const Flown falling(
      to_scenario({.sensors = sensor,
                   .initial = "velocity_m_s = [3, -2, -5]\nbody_rate_rad_s = [0.5, -1, 2]\n",
                   .environment = "gravity_m_s2 = 9.8\n"}));
  const Flown resting(to_scenario(
      {.sensors = sensor, .environment = "gravity_m_s2 = 9.8\nground = {type = \"sih2019\"}\n"}));
  for (std::int64_t k = 0; k <= 10; ++k) {
    for (const double f : falling.reading("s.accelerometer", k)) {
      CHECK(std::abs(f) < 1e-12);  // differences of some m/s over 0.01 s
    }
    // At the start it has yet to touch the ground: that first fall and its end are in the first
    // mean.
    if (k > 0) CHECK(resting.reading("s.accelerometer", k)[2] == Approx(-9.8).epsilon(1e-13));
  }
}

TEST_CASE("the rates of a symmetric top average as sinusoids do") {
  // I = (0.01, 0.01, 0.02), w_z = 6: w_x + i w_y turns with (0.02 - 0.01) / 0.01 w_z = 6 rad/s.
  std::string text = to_scenario({.sensors = "[sensors.s.gyroscope]\nrate_hz = 20\n",
                                  .initial = "body_rate_rad_s = [0.7, 0, 6]\n",
                                  .rate_hz = 1000,
                                  .steps = 1000});
  text.replace(text.find("zz = 0.01"), 9, "zz = 0.02");
  const Flown flown(text);
  const double l = 6, T = 0.05;
  for (std::int64_t k = 1; k <= 20; ++k) {
    const double t = T * static_cast<double>(k);
    const auto w = flown.reading("s.gyroscope", k);
    const double cosine = (std::sin(l * t) - std::sin(l * (t - T))) / (l * T);
    const double sine = (std::cos(l * (t - T)) - std::cos(l * t)) / (l * T);
    // Trapezoids over steps of 1 ms: (l step)^2 / 12 of them.
    CHECK(w[0] == Approx(0.7 * cosine).margin(0.7 * 3.1e-6));
    CHECK(w[1] == Approx(0.7 * sine).margin(0.7 * 3.1e-6));
  }
}

/// Mean square of all readings but the first, and of the products of neighbours.
std::array<double, 2> squares_of(const std::string& keys) {
  const int samples = 16;
  const Flown flown(to_scenario({.sensors = "[sensors.s.accelerometer]\nrate_hz = 10\n" + keys,
                                 .rest = "[vehicle.process_noise]\nforce_n2_s = 0.02\n",
                                 .steps = 1000,
                                 .samples = samples}));
  double squares = 0, products = 0;
  for (int i = 0; i < samples; ++i) {
    for (std::int64_t k = 1; k <= 100; ++k) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double f = flown.reading("s.accelerometer", k, i)[axis];
        squares += f * f;
        if (k > 1) products += f * flown.reading("s.accelerometer", k - 1, i)[axis];
      }
    }
  }
  return {squares / (300.0 * samples), products / (297.0 * samples)};
}

TEST_CASE(
    "the mean of white noise has the variance density / period, of an instant density / step") {
  const double numbers = 300.0 * 16;
  const auto mean = squares_of(""), instant = squares_of("readings = \"instantaneous\"\n");
  const double scatter = 4 * std::sqrt(2 / numbers);  // four standard deviations, relative
  CHECK(mean[0] == Approx(0.02 / 0.1).epsilon(scatter));
  CHECK(instant[0] == Approx(0.02 / 0.01).epsilon(scatter));
  // Periods do not overlap: readings are independent.
  CHECK(std::abs(mean[1]) < 4 / std::sqrt(numbers) * mean[0]);
}

TEST_CASE("a mean that is late is that of then, and one with jitter begins where the last ended") {
  const std::string push = "type = \"torque_pulse\"\ntorque_n_m = [0, 0, 0.02]";
  const Flown late(pushed(push, "gyroscope", "latency_s = 0.2\n"));
  CHECK(std::isnan(late.reading("s.gyroscope", 1)[2]));
  for (std::int64_t k = 3; k <= 20; ++k) {
    const double t = 0.1 * static_cast<double>(k) - 0.2;
    CHECK(late.reading("s.gyroscope", k)[2] == Approx(2 * (t - 0.05)).epsilon(1e-12));
  }
  const Flown shaken(pushed(push, "gyroscope", "jitter_s = 0.06\n"));
  double before = 0, least = 1, most = 0;
  for (std::int64_t k = 1; k <= 20; ++k) {
    // The mean of 2 t from `before` to `now` is their sum.
    const double now = shaken.reading("s.gyroscope", k)[2] - before;
    const double age = 0.1 * static_cast<double>(k) - now;
    CHECK(age / step_s == Approx(std::round(age / step_s)).margin(1e-9));
    CHECK((age > -1e-9 && age < 0.06 + 1e-9));
    before = now, least = std::min(least, age), most = std::max(most, age);
  }
  CHECK(most - least > 0.03);
}

TEST_CASE("a sensor that reads at every step reads instants unless it is told to average") {
  const auto spin = [](const char* keys) {
    return Flown(
        to_scenario({.sensors = std::string("[sensors.s.gyroscope]\nrate_hz = 100\n") + keys,
                     .rest = "[[disturbance]]\ntype = \"torque_pulse\"\ntorque_n_m = [0, 0, 0.02]\n"
                             "start_s = 0\nduration_s = 100\n"}));
  };
  const Flown plain = spin(""), instant = spin("readings = \"instantaneous\"\n");
  const Flown mean = spin("readings = \"averaged\"\n");
  for (std::int64_t k = 1; k <= 100; ++k) {
    const double t = step_s * static_cast<double>(k);
    CHECK(plain.reading("s.gyroscope", k)[2] == instant.reading("s.gyroscope", k)[2]);
    CHECK(mean.reading("s.gyroscope", k)[2] == Approx(2 * (t - step_s / 2)).epsilon(1e-12));
  }
}

TEST_CASE("what a mean feels is mounted, saturates and adds to the rate as an instant does") {
  // A force of 1 N along x on 1 kg, mounted at 90 degrees about z: the sensor's -y.
  const std::string push = "type = \"force_pulse\"\nforce_n = [1, 0, 0]";
  const std::string turned = "mounting = [0.7071067811865476, 0, 0, 0.7071067811865476]\n";
  const Flown force(pushed(push, "accelerometer", turned + "full_scale_m_s2 = 0.75\n"));
  const Flown rate(pushed(push, "gyroscope", turned + "g_sensitivity_rad_s_m_s2 = 0.01\n"));
  for (std::int64_t k = 1; k <= 20; ++k) {
    CHECK(force.reading("s.accelerometer", k)[1] == -0.75);
    CHECK(force.reading("s.accelerometer", k)[0] == Approx(0).margin(1e-12));
    CHECK(rate.reading("s.gyroscope", k)[1] == Approx(-0.01).epsilon(1e-11));
  }
}

}  // namespace
}  // namespace montecopter
