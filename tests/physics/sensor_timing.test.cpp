/// Sensors without noise against closed forms: when they read, where they sit, how they round.

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <numbers>

#include "simulate/dispatch.hpp"
#include "support/sensor_flight.hpp"

namespace montecopter {
namespace {

TEST_CASE("a reading comes out at its rate and shows the world as it was") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.gnss]\nrate_hz = 20\nlatency_s = 0.12\n",
                                 .initial = "velocity_m_s = [2, 0, 0]\n"}));
  REQUIRE(flown.readings("s.gnss.position") == 21);
  for (std::int64_t k = 0; k < 21; ++k) {
    const double seen = 0.05 * static_cast<double>(k) - 0.12;
    const double x = flown.reading("s.gnss.position", k)[0];
    if (seen < 0) {
      CHECK(std::isnan(x));
      CHECK(std::isnan(flown.reading("s.gnss.latitude", k)[0]));
    } else {
      CHECK(x == Approx(2 * seen).margin(1e-12));  // a hundred additions of order 1
    }
  }
}

TEST_CASE("what would have come out after the end of a flight never does") {
  // A body that spins itself apart: the state is no number after some steps.
  const SensorFlight flight{
      .sensors =
          "[sensors.s.gyroscope]\nrate_hz = 100\n[sensors.s.gnss]\nrate_hz = 100\n"
          "latency_s = 0.03\n",
      .initial = "body_rate_rad_s = [3e153, 2e153, 1e153]\n",
      .samples = 3};
  const Flown flown(to_scenario(flight));
  REQUIRE(flown.status() == Status::diverged);
  const auto end = static_cast<std::int64_t>(std::lround(flown.number("t_end_s") * 100));
  REQUIRE(end < 90);
  CHECK_FALSE(std::isnan(flown.reading("s.gyroscope", end)[0]));
  CHECK(std::isnan(flown.reading("s.gyroscope", end + 1)[0]));
  CHECK(std::isnan(flown.reading("s.gnss.position", end + 1)[0]));
}

TEST_CASE("an accelerometer off the centre feels the rotation") {
  // About z at w: towards the axis w^2 r.
  const double w = 3;
  const Flown flown(to_scenario({.sensors = "[sensors.s.accelerometer]\nrate_hz = 100\n"
                                            "position_m = [0.2, 0.1, -0.3]\n",
                                 .initial = "body_rate_rad_s = [0, 0, 3]\n"}));
  for (const std::int64_t k : {0, 50, 100}) {
    const auto f = flown.reading("s.accelerometer", k);
    CHECK(f[0] == Approx(-w * w * 0.2).epsilon(1e-13));
    CHECK(f[1] == Approx(-w * w * 0.1).epsilon(1e-13));
    CHECK(f[2] == Approx(0).margin(1e-13));
  }
}

TEST_CASE("axes are mounted, turned, scaled and coupled in this order") {
  // 90 degrees about z: the sensor's x looks along body y. A turn of its own of 0.1 rad about x.
  const Flown flown(
      to_scenario({.sensors = "[sensors.s.gyroscope]\nrate_hz = 100\n"
                              "mounting = [0.7071067811865476, 0, 0, 0.7071067811865476]\n"
                              "misalignment_rad = [0.1, 0, 0]\nscale_error = [0.01, 0, -0.02]\n"
                              "cross_axis = [0, 0.03, 0, 0, 0, 0, 0.04, 0, 0]\n",
                   .initial = "body_rate_rad_s = [1, 2, 3]\n"}));
  // Equal inertias: the rate is constant. R(mount)^T (1, 2, 3) = (2, -1, 3).
  const double c = std::cos(0.1), s = std::sin(0.1);
  const double x = 2, y = -c + 3 * s, z = s + 3 * c;
  const auto w = flown.reading("s.gyroscope", 70);
  CHECK(w[0] == Approx(1.01 * x + 0.03 * y).epsilon(1e-14));
  CHECK(w[1] == Approx(y).epsilon(1e-14));
  CHECK(w[2] == Approx(0.98 * z + 0.04 * x).epsilon(1e-14));
}

TEST_CASE("a gyroscope reads some of the specific force") {
  // On its own axes: mounted as above, the force of 9 m/s2 along body -z is along its -z.
  const Flown flown(to_scenario(
      {.sensors = "[sensors.s.gyroscope]\nrate_hz = 100\ng_sensitivity_rad_s_m_s2 = 0.01\n",
       .initial = "velocity_m_s = [0, 0, 0]\n",
       .environment = "gravity_m_s2 = 9\nground = {type = \"sih2019\"}\n"}));
  // On the ground the body rests: it feels -9 m/s2 downwards.
  CHECK(flown.reading("s.gyroscope", 100)[2] == Approx(-0.09).epsilon(1e-14));
}

TEST_CASE("a magnetometer reads the field in its own axes") {
  const Flown flown(
      to_scenario({.sensors = "[sensors.s.magnetometer]\nrate_hz = 100\nbias_nt = [100, 0, 0]\n",
                   .initial = "attitude = [0.7071067811865476, 0, 0, 0.7071067811865476]\n",
                   .environment = "gravity_m_s2 = 0\nmagnetic_field = {type = \"vector\", "
                                  "field_t = [2e-5, 1e-6, 4e-5]}\n"}));
  const auto b = flown.reading("s.magnetometer", 10);  // heading east
  CHECK(b[0] == Approx(1e-6 + 1e-7).epsilon(1e-13));
  CHECK(b[1] == Approx(-2e-5).epsilon(1e-13));
  CHECK(b[2] == Approx(4e-5).epsilon(1e-13));
}

TEST_CASE("an antenna off the centre moves with the body") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.gnss]\nrate_hz = 100\n"
                                            "position_m = [-0.925, 0, 0]\n",
                                 .initial = "body_rate_rad_s = [0, 0, 2]\n"}));
  const double angle = 2 * 0.6;  // after 60 steps
  const auto p = flown.reading("s.gnss.position", 60);
  const auto v = flown.reading("s.gnss.velocity", 60);
  // RK4 turns by 0.02 rad a step with an error of 0.02^5 / 120 / 2^4 each.
  CHECK(p[0] == Approx(-0.925 * std::cos(angle)).epsilon(1e-8));
  CHECK(p[1] == Approx(-0.925 * std::sin(angle)).epsilon(1e-8));
  CHECK(v[0] == Approx(0.925 * 2 * std::sin(angle)).epsilon(1e-8));
  CHECK(v[1] == Approx(-0.925 * 2 * std::cos(angle)).epsilon(1e-8));
}

TEST_CASE("readings are rounded, ties to even, and then saturate; registers hold their bytes") {
  struct Case {
    double rate, reading;
    int word;
  };
  // Digits of 0.25 rad/s in words of 16 bits: 32767 * 0.25 = 8191.75.
  const auto c = GENERATE(Case{0.374, 0.25, 1}, Case{0.375, 0.5, 2}, Case{0.625, 0.5, 2},
                          Case{-0.375, -0.5, -2}, Case{-64, -64, -256}, Case{9000, 8191.75, 32767},
                          Case{-9000, -8192, -32768}, Case{-0.1, 0, 0});
  const Flown flown(to_scenario({.sensors = "[sensors.s.gyroscope]\nrate_hz = 100\n"
                                            "resolution_rad_s = 0.25\nword_bits = 16\n"
                                            "registers = true\n",
                                 .initial = fmt::format("body_rate_rad_s = [0, 0, {}]\n", c.rate),
                                 .steps = 1}));
  INFO(c.rate);
  const double reading = flown.reading("s.gyroscope", 0)[2];
  CHECK(reading == c.reading);
  CHECK_FALSE(std::signbit(reading) != std::signbit(c.reading));
  const auto bytes = flown.bytes("s.gyroscope.registers");
  REQUIRE(bytes.size() == 2 * 3 * 2);
  const auto bits = static_cast<std::uint16_t>(c.word);
  CHECK(std::to_integer<int>(bytes[4]) == bits >> 8);
  CHECK(std::to_integer<int>(bytes[5]) == (bits & 0xff));
}

TEST_CASE("a reading saturates before it is rounded") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.gyroscope]\nrate_hz = 100\n"
                                            "full_scale_rad_s = 1.1\nresolution_rad_s = 0.25\n",
                                 .initial = "body_rate_rad_s = [5, -5, 0.9]\n",
                                 .steps = 1}));
  const auto w = flown.reading("s.gyroscope", 0);
  CHECK(w[0] == 1.0);
  CHECK(w[1] == -1.0);
  CHECK(w[2] == 1.0);
}

TEST_CASE("a range finder measures along its beam or the height, where there is ground") {
  struct Case {
    const char* text;
    double pitch, expected;  ///< NaN: nothing
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto c =
      GENERATE_COPY(Case{"", 0.0, 5.0}, Case{"", 0.5, 5.0 / std::cos(0.5)},
                    Case{"measures = \"height\"\n", 0.5, 5.0}, Case{"max_m = 4.9\n", 0.0, nan},
                    Case{"min_m = 5.1\n", 0.0, nan}, Case{"max_m = 5.1\n", 0.0, 5.0},
                    Case{"", 2.0, nan}, Case{"measures = \"height\"\n", 2.0, nan},
                    Case{"bias_m = 0.5\nfull_scale_m = 100\nmax_m = 4.9\n", 0.0, nan},
                    Case{"position_m = [0, 0, 0.5]\n", 0.0, 4.5});
  const Flown flown(to_scenario(
      {.sensors = std::string("[sensors.s.range_finder]\nrate_hz = 100\n") + c.text,
       .initial = fmt::format("position_m = [0, 0, -4]\nattitude = [{}, 0, {}, 0]\n",
                              std::cos(c.pitch / 2), std::sin(c.pitch / 2)),
       .environment = "gravity_m_s2 = 0\nground = {type = \"sih2019\", height_m = -1}\n",
       .steps = 1}));
  INFO(c.text << c.pitch);
  const double range = flown.reading("s.range_finder", 0)[0];
  if (std::isnan(c.expected)) {
    CHECK(std::isnan(range));
  } else {
    CHECK(range == Approx(c.expected).epsilon(1e-14));
  }
}

TEST_CASE("airspeed is that of the air along the tube, and equivalent at sea level's density") {
  const auto flight = [](const char* text) {
    const Flown flown(to_scenario(
        {.sensors = std::string("[sensors.s.airspeed]\nrate_hz = 100\n") + text,
         .initial = "velocity_m_s = [10, 3, 0]\n",
         .environment =
             "gravity_m_s2 = 0\natmosphere = {type = \"uniform\", density_kg_m3 = 0.9}\n",
         .rest = "[[wind]]\ntype = \"steady\"\nto_m_s = [4, 0, 0]\n",
         .steps = 1}));
    return flown.reading("s.airspeed", 0)[0];
  };
  CHECK(flight("") == Approx(6).epsilon(1e-14));
  CHECK(flight("indicates = \"equivalent\"\n") ==
        Approx(6 * std::sqrt(0.9 / 1.225)).epsilon(1e-14));
  CHECK(flight("axis = [-1, 0, 0]\n") == 0);
  CHECK(flight("axis = [0, 2, 0]\n") == Approx(3).epsilon(1e-14));
}

TEST_CASE("a barometer reads the atmosphere at its altitude, in digits") {
  const Flown flown(to_scenario({.sensors = "[sensors.s.barometer]\nrate_hz = 100\nbias_m = 11000\n"
                                            "pressure_resolution_pa = 2\n",
                                 .environment = "gravity_m_s2 = 0\natmosphere.type = \"isa\"\n",
                                 .steps = 1}));
  // US Standard Atmosphere 1976, table I: at 11000 m (geometric) 226.99 mbar = 2.2699e4 Pa,
  // 216.774 K, to the digits printed; the pressure is even.
  CHECK(flown.reading("s.barometer.altitude", 0)[0] == 11000);
  const double pressure = flown.reading("s.barometer.pressure", 0)[0];
  CHECK(pressure == Approx(22699.0).margin(1.5));
  CHECK(std::fmod(pressure, 2.0) == 0);
  CHECK(flown.reading("s.barometer.temperature", 0)[0] == Approx(216.774).margin(5e-4));
}

TEST_CASE("a rotor's speed is that of the turn completed last") {
  const double speed = 2 * std::numbers::pi * 7;  // 7 turns per second
  const Flown flown(
      to_scenario({.sensors = "[sensors.s.rotor_speed]\nrate_hz = 20\n",
                   .rate_hz = 1000,
                   .steps = 1000,
                   .command = speed,
                   .motor = "{type = \"first_order\", time_constant_s = 0.05, max = 1000}"}));
  for (std::int64_t k = 0; k < 21; ++k) {
    const double reading = flown.reading("s.rotor_speed", k)[0];
    if (0.05 * static_cast<double>(k) < 1.0 / 7) {
      CHECK(std::isnan(reading));
    } else {
      CHECK(reading == Approx(speed).epsilon(1e-12));  // seven passes timed to 1e-13 of a step
    }
  }
}

TEST_CASE("fast rotors turn more than once in a step") {
  const double speed = 2 * std::numbers::pi * 333.25;
  const Flown flown(
      to_scenario({.sensors = "[sensors.s.rotor_speed]\nrate_hz = 100\n",
                   .rate_hz = 100,
                   .steps = 50,
                   .command = speed,
                   .motor = "{type = \"first_order\", time_constant_s = 0.05, max = 10000}"}));
  CHECK(std::isnan(flown.reading("s.rotor_speed", 0)[0]));
  for (std::int64_t k = 1; k < 51; ++k) {
    CHECK(flown.reading("s.rotor_speed", k)[0] == Approx(speed).epsilon(1e-12));
  }
}

/// All that the sensors of the first sample read, as bytes.
std::vector<std::byte> all_readings(const Flown& flown, std::int64_t sample) {
  std::vector<std::byte> all;
  for (const Column& column : flown.plan().layout.columns) {
    if (column.rows != Rows::trace_sample) continue;
    const auto bytes = flown.bytes(column.name, sample);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

const SensorFlight everything{
    .sensors = R"(
[sensors.s.accelerometer]
rate_hz = 50
white_noise_m_s2 = 0.1
gauss_markov_bias_m_s2 = 0.2
gauss_markov_time_s = 3
position_m = [0.1, 0, 0]
dropout = 0.1
[sensors.s.gyroscope]
rate_hz = 25
jitter_s = 0.02
bias_random_walk_rad_s_sqrt_s = 0.01
turn_on_bias_rad_s = 0.1
resolution_rad_s = 0.001
word_bits = 16
registers = true
[sensors.s.magnetometer]
rate_hz = 10
white_noise_nt = 100
[sensors.s.barometer]
rate_hz = 20
white_noise_m = 1
[sensors.s.gnss]
rate_hz = 5
latency_s = 0.11
position.white_noise_m = 1
velocity.gauss_markov_bias_m_s = 1
velocity.gauss_markov_time_s = 1
[sensors.s.range_finder]
rate_hz = 10
white_noise_m = 0.1
[sensors.s.rotor_speed]
rate_hz = 20
time_noise_us = 100
[sensors.s.airspeed]
rate_hz = 10
white_noise_m_s = 0.1
)",
    .initial = "velocity_m_s = [1, 2, 3]\nbody_rate_rad_s = [0.5, -1, 2]\n",
    .environment =
        "gravity_m_s2 = 9.8\natmosphere.type = \"isa\"\n"
        "magnetic_field = {type = \"vector\", field_t = [2e-5, 1e-6, 4e-5]}\n",
    .rest =
        "[disperse.\"sensors.s.gyroscope.bias_rad_s.*\"]\ndist = \"normal\"\nmean = 0\nsd = 1\n",
    .samples = 9,
    .command = 50,
    .motor = "{type = \"first_order\", time_constant_s = 0.05, max = 1000}"};

TEST_CASE("the number of lanes does not show in any reading") {
  const Flown alone(to_scenario(everything), "baseline");
  for (const Kernel* kernel : available_kernels()) {
    const Flown flown(to_scenario(everything), kernel->name);
    for (std::int64_t i = 0; i < 9; ++i) {
      INFO(kernel->name << " sample " << i);
      CHECK(all_readings(flown, i) == all_readings(alone, i));
    }
  }
}

TEST_CASE("a sample has the readings that it has among others") {
  const Flown all(to_scenario(everything));
  const Flown one(plan_of(to_scenario(everything)), "auto", {5});
  CHECK(all_readings(one, 5) == all_readings(all, 5));
}

TEST_CASE("sensors change no flight, and no other sensor") {
  SensorFlight alone = everything;
  alone.sensors = "[sensors.s.magnetometer]\nrate_hz = 10\nwhite_noise_nt = 100\n";
  alone.rest = "";
  SensorFlight none = alone;
  none.sensors = "[sensors.s.magnetometer]\nrate_hz = 100\n";
  const Flown all(to_scenario(everything)), one(to_scenario(alone)), other(to_scenario(none));
  CHECK(all.digests() == one.digests());
  CHECK(other.digests() == one.digests());
  const auto a = all.bytes("s.magnetometer", 3), b = one.bytes("s.magnetometer", 3);
  CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

TEST_CASE("an error of size zero is the same as none, to the bit") {
  SensorFlight plain = everything;
  plain.rest = "";
  plain.sensors = "[sensors.s.gyroscope]\nrate_hz = 50\n";
  SensorFlight zero = plain;
  zero.rest =
      "[sweep.\"sensors.s.gyroscope.white_noise_rad_s.*\"]\nvalues = [0, 1]\n"
      "[sweep.\"sensors.s.gyroscope.gauss_markov_bias_rad_s.*\"]\nvalues = [0, 1]\n";
  zero.sensors += "gauss_markov_time_s = 1\n";
  const Flown a(to_scenario(plain)), b(to_scenario(zero));
  for (std::int64_t i = 0; i < 9; ++i) CHECK(all_readings(a, i) == all_readings(b, i));
  CHECK(all_readings(a, 0) != all_readings(b, 9));
}

TEST_CASE("a draw that leaves a sensor impossible takes its readings, not the flight") {
  SensorFlight flight;
  flight.sensors = "[sensors.s.range_finder]\nrate_hz = 100\nmin_m = 2\nmax_m = 2.5\n";
  flight.initial = "position_m = [0, 0, -2.2]\n";
  flight.rest = "[disperse.\"sensors.s.range_finder.max_m\"]\ndist = \"choice\"\nvalues = [1, 3]\n";
  flight.samples = 20;
  const Flown flown(to_scenario(flight));
  int possible = 0;
  for (std::int64_t i = 0; i < 20; ++i) {
    CHECK(flown.status(i) == Status::ok);
    const bool is = flown.number("in_sensors.s.range_finder.max_m", i) > 2;
    CHECK(std::isnan(flown.reading("s.range_finder", 5, i)[0]) == !is);
    possible += is ? 1 : 0;
  }
  CHECK((possible > 2 && possible < 18));
}

TEST_CASE("the diagonal of cross_axis adds to the scale") {
  const Flown flown(to_scenario(
      {.sensors = "[sensors.s.gyroscope]\nrate_hz = 100\nscale_error = 0.1\n",
       .initial = "body_rate_rad_s = [1, 0, 0]\n",
       .rest = "[disperse.\"sensors.s.gyroscope.cross_axis.xx\"]\ndist = \"fixed\"\nvalue = 0.2\n",
       .steps = 1}));
  CHECK(flown.reading("s.gyroscope", 0)[0] == Approx(1.3).epsilon(1e-15));
}

}  // namespace
}  // namespace montecopter
