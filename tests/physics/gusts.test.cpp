/// Winds that are functions of time and height, and pulses: against closed forms, and whether the
/// air that is traced is the air that is flown through.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "physics/csv.hpp"
#include "physics/reference_case.hpp"
#include "support/wind_flight.hpp"

namespace montecopter {
namespace {

/// Component `axis` of the air at output n.
double air(const Flown& flown, std::int64_t n, std::size_t axis = 0, std::int64_t sample = 0) {
  return flown.at("wind", n, sample)[axis];
}

TEST_CASE("steady winds are traced") {
  const Flown flown(to_scenario({.winds = "[[wind]]\ntype = \"steady\"\nto_m_s = [1, -2, 0.5]\n"
                                          "[[wind]]\ntype = \"steady\"\nto_m_s = [2, 0, 0]\n",
                                 .steps = 3}));
  for (std::int64_t n = 0; n <= 3; ++n) {
    CHECK(air(flown, n, 0) == 3);
    CHECK(air(flown, n, 1) == -2);
    CHECK(air(flown, n, 2) == 0.5);
  }
}

TEST_CASE("a ramp rises linearly from its start and stays") {
  const Flown flown(to_scenario({.winds = "[[wind]]\ntype = \"steady\"\nto_m_s = [1, 0, 0]\n"
                                          "[[wind]]\ntype = \"ramp\"\nto_m_s = [4, -2, 1]\n"
                                          "start_s = 0.123\nduration_s = 0.5\n"}));
  for (std::int64_t n = 0; n <= 100; ++n) {
    const double t = static_cast<double>(n) * 0.01;
    const double share = std::fmin(std::fmax((t - 0.123) / 0.5, 0.0), 1.0);
    CHECK(air(flown, n, 0) == Approx(1 + 4 * share).margin(1e-14));  // rounding
    CHECK(air(flown, n, 1) == Approx(-2 * share).margin(1e-14));
    CHECK(air(flown, n, 2) == Approx(share).margin(1e-14));
  }
}

TEST_CASE("a sinusoid has its amplitude, frequency and phase") {
  const Flown flown(to_scenario({.winds = "[[wind]]\ntype = \"sinusoid\"\nto_m_s = [3, 0, -1]\n"
                                          "frequency_hz = 0.7\nphase_deg = 30\nstart_s = 0.5\n",
                                 .step_s = 0.125,
                                 .steps = 400}));
  for (std::int64_t n = 0; n <= 400; ++n) {
    const double since = static_cast<double>(n) * 0.125 - 0.5;
    const double sine =
        since < 0 ? 0 : std::sin(2 * std::numbers::pi * 0.7 * since + std::numbers::pi / 6);
    // 35 turns: the argument of the library's sine is rounded to 2e-14.
    CHECK(air(flown, n, 0) == Approx(3 * sine).margin(2e-13));
    CHECK(air(flown, n, 2) == Approx(-sine).margin(2e-13));
  }
}

TEST_CASE("discrete gusts are those of MIL-F-8785C and FAR 25") {
  const Csv csv = read_csv(reference_path("environment/gust_1mcos.csv"));
  const auto gust = [](const char* shape, const char* length) {
    return fmt::format(
        "[[wind]]\ntype = \"one_minus_cosine\"\nto_m_s = [3.5, 0, 0]\nstart_s = 0.1\n"
        "airspeed_m_s = 10\nlength_m = {}\nshape = \"{}\"\n",
        length, shape);
  };
  const Flown held(to_scenario({.winds = gust("held", "120"), .step_s = 0.1, .steps = 160}));
  const Flown full(to_scenario({.winds = gust("full", "60"), .step_s = 0.1, .steps = 160}));
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    const double x = csv.at(row, "x_m");  // whole metres: step n is at n - 1
    const auto n = static_cast<std::int64_t>(x) + 1;
    CHECK(air(held, n) == Approx(csv.at(row, "V_8785C")).margin(1e-12));
    CHECK(air(full, n) == Approx(csv.at(row, "V_full_H60")).margin(1e-12));
  }
}

TEST_CASE("shear depends on the height over the ground") {
  const double height = GENERATE(0.01, 0.5, 6.096, 20.0, 300.0);
  const WindFlight flight{
      .winds =
          "[[wind]]\ntype = \"log_shear\"\nto_m_s = [8, 0, 0]\nreference_height_m = 6.096\n"
          "roughness_m = 0.04572\n"
          "[[wind]]\ntype = \"power_shear\"\nto_m_s = [0, 5, 0]\nreference_height_m = 10\n"
          "exponent = 0.2\n",
      .steps = 1,
      .initial = fmt::format("position_m = [0, 0, {:.17g}]\n", -(height + 2)),
      .rest = "[environment.ground]\ntype = \"sih2022\"\nheight_m = 2\n"};
  const Flown flown(to_scenario(flight));
  const double log = std::log(std::fmax(height / 0.04572, 1.0)) / std::log(6.096 / 0.04572);
  // The height is the difference of two numbers of 2 m: 1e-13 relative at 0.01 m.
  CHECK(air(flown, 0, 0) == Approx(8 * log).epsilon(1e-13));
  CHECK(air(flown, 0, 1) == Approx(5 * std::pow(height / 10, 0.2)).epsilon(1e-13));
}

TEST_CASE("below the ground a sheared wind is none") {
  const Flown flown(to_scenario(
      {.winds = "[[wind]]\ntype = \"log_shear\"\nto_m_s = [8, 0, 0]\nreference_height_m = 6\n"
                "roughness_m = 0.05\n"
                "[[wind]]\ntype = \"power_shear\"\nto_m_s = [0, 5, 0]\nreference_height_m = 10\n",
       .steps = 1,
       .initial = "position_m = [0, 0, 3]\n"}));
  CHECK(air(flown, 0, 0) == 0);
  CHECK(air(flown, 0, 1) == 0);
}

TEST_CASE("a measured wind is linear between its rows and constant beyond") {
  const Flown flown(to_scenario({.winds = "[[wind]]\ntype = \"time_series\"\nscale = 2\n"
                                          "rows = [[0.205, 1, 0, 0], [0.4, 3, -1, 0.5], "
                                          "[0.7, 0, 0, 0]]\n"}));
  const std::array<std::array<double, 4>, 3> rows = {
      {{0.205, 1, 0, 0}, {0.4, 3, -1, 0.5}, {0.7, 0, 0, 0}}};
  for (std::int64_t n = 0; n <= 100; ++n) {
    const double t = static_cast<double>(n) * 0.01;
    for (std::size_t k = 0; k < 3; ++k) {
      double expected = t < rows[0][0] ? rows[0][k + 1] : rows[2][k + 1];
      for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        if (t < rows[i][0] || t >= rows[i + 1][0]) continue;
        const double share = (t - rows[i][0]) / (rows[i + 1][0] - rows[i][0]);
        expected = rows[i][k + 1] + share * (rows[i + 1][k + 1] - rows[i][k + 1]);
      }
      CHECK(air(flown, n, k) == Approx(2 * expected).margin(1e-13));  // rounding
    }
  }
}

TEST_CASE("the air of a step is what drags the vehicle over it") {
  // Euler's method makes v(n+1) = v(n) + h K / m (w(n) - v(n)).
  const Flown flown(to_scenario({.winds = "[[wind]]\ntype = \"ramp\"\nto_m_s = [4, -2, 1]\n"
                                          "duration_s = 0.3\n"
                                          "[[wind]]\ntype = \"dryden\"\nsigma_m_s = [1, 1, 1]\n"
                                          "length_m = [5, 5, 5]\nairspeed_m_s = 10\n",
                                 .drag_n_s_m = 1.5}));
  std::array<double, 3> v{};
  for (std::int64_t n = 0; n <= 100; ++n) {
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(flown.at("velocity", n)[k] == Approx(v[k]).margin(1e-14));  // rounding
      v[k] += 0.01 * 1.5 / 2 * (air(flown, n, k) - v[k]);
    }
  }
}

TEST_CASE("wind that varies reaches every term: flying in it is flying in still air") {
  // A sinusoid of 1e-9 Hz with a phase of a quarter turn is a steady wind to 1e-16.
  ReferenceCase c = load_reference_case("upstream/mds_full_euler.toml");
  c.duration = 2;
  c.linear_drag = 0.3;
  c.rotor_drag = {0.5, 0.3, 0.1};
  const Flown steady(
      to_scenario(c, {.more = "[[wind]]\ntype = \"steady\"\nto_m_s = [3, -2, 0.5]\n"}));
  const Flown varying(to_scenario(
      c, {.more = "[[wind]]\ntype = \"sinusoid\"\nto_m_s = [3, -2, 0.5]\nfrequency_hz = 1e-9\n"
                  "phase_deg = 90\n"}));
  double worst = 0;
  for (std::int64_t n = 0; n < steady.outputs(); n += 48) {
    for (std::size_t k = 0; k < 3; ++k) {
      worst =
          std::max({worst, std::fabs(steady.at("velocity", n)[k] - varying.at("velocity", n)[k]),
                    std::fabs(steady.at("body_rate", n)[k] - varying.at("body_rate", n)[k])});
    }
  }
  INFO("difference " << fmt::format("{:.2e}", worst));
  CHECK(worst < 1e-12);  // rounding only
}

TEST_CASE("the airspeed sensor meets the same air") {
  const Flown flown(
      to_scenario({.winds = "[[wind]]\ntype = \"ramp\"\nto_m_s = [-4, 0, 0]\nduration_s = 0.8\n",
                   .rest = "[sensors.s.airspeed]\nrate_hz = 100\n"}));
  for (std::int64_t n = 0; n <= 100; ++n) {
    CHECK(flown.reading("s.airspeed", n)[0] == Approx(-air(flown, n)).margin(1e-15));
  }
}

TEST_CASE("winds that vary can be dispersed and swept") {
  const Flown flown(
      to_scenario({.winds = "[[wind]]\ntype = \"ramp\"\nto_m_s = [0, 0, 0]\nduration_s = 1e-9\n"
                            "start_s = -1\n",
                   .steps = 2,
                   .samples = 3,
                   .rest = "[disperse.\"wind.0.to_m_s.y\"]\ndist = \"uniform\"\nlow = 1\nhigh = 2\n"
                           "[sweep.\"wind.0.to_m_s.x\"]\nvalues = [0, 5]\n"}));
  for (std::int64_t row = 0; row < 6; ++row) {
    CHECK(air(flown, 1, 0, row) == (row < 3 ? 0 : 5));
    CHECK(air(flown, 1, 1, row) == flown.number("in_wind.0.to_m_s.y", row));
  }
}

TEST_CASE("a wind or pulse of size zero changes nothing, to the bit") {
  const std::string kind =
      GENERATE("[[wind]]\ntype = \"ramp\"\nto_m_s = [0, 0, 0]\nduration_s = 1\n",
               "[[wind]]\ntype = \"dryden\"\nsigma_m_s = [0, 0, 0]\nlength_m = [5, 5, 5]\n"
               "airspeed_m_s = 10\n",
               "[[wind]]\ntype = \"von_karman_low_altitude\"\nwind_20ft_m_s = 0\nheight_m = 50\n"
               "airspeed_m_s = 10\n",
               "[[wind]]\ntype = \"time_series\"\nscale = 0\nrows = [[0, 1, 2, 3]]\n",
               "[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [0, 0, 0]\nstart_s = 0\n"
               "duration_s = 1\n",
               "[[disturbance]]\ntype = \"torque_pulse\"\ntorque_n_m = [0, 0, 0]\nstart_s = 0\n"
               "duration_s = 1\n");
  WindFlight flight{.winds = "[[wind]]\ntype = \"steady\"\nto_m_s = [3, -2, 1]\n",
                    .samples = 9,
                    .drag_n_s_m = 1,
                    .integrator = "adams_bashforth_moulton",  // which would notice a new input
                    .vehicle = "process_noise = {force_n2_s = 1e-3}"};
  const auto without = Flown(to_scenario(flight)).digests();
  flight.winds += kind;
  CHECK(Flown(to_scenario(flight)).digests() == without);
}

TEST_CASE("a force pulse gives its momentum, a torque pulse its angular momentum") {
  const std::string integrator = GENERATE("euler", "rk4", "dopri5_fixed", "dopri5");
  const Flown flown(
      to_scenario({.winds = "[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [3, -1, 0.5]\n"
                            "start_s = 0.2\nduration_s = 0.25\n"
                            "[[disturbance]]\ntype = \"torque_pulse\"\ntorque_n_m = [0, 0.01, 0]\n"
                            "start_s = 0.5\nduration_s = 0.125\n",
                   .step_s = 0.03125,
                   .steps = 32,
                   .integrator = integrator}));
  // 0.2 s is between steps 6 and 7, 0.45 s between 14 and 15: 8 steps.
  const std::array<double, 3> force = {3, -1, 0.5};
  for (std::int64_t n = 0; n <= 32; ++n) {
    const auto pushed = static_cast<double>(std::clamp<std::int64_t>(n - 7, 0, 8)) * 0.03125;
    const auto turned = static_cast<double>(std::clamp<std::int64_t>(n - 16, 0, 4)) * 0.03125;
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(flown.at("velocity", n)[k] == Approx(force[k] / 2 * pushed).margin(1e-14));
    }
    CHECK(flown.at("body_rate", n)[1] == Approx(0.01 / 0.02 * turned).margin(1e-14));
  }
}

TEST_CASE("process noise and pulses add up") {
  WindFlight flight{.winds = "",
                    .samples = 3,
                    .vehicle =
                        "process_noise = {force_n2_s = 1e-3, moment_n2_m2_s = 1e-8, "
                        "rate_hz = 20}"};
  const Flown noisy(to_scenario(flight));
  flight.winds =
      "[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [2, 0, 0]\nstart_s = 0.1\n"
      "duration_s = 0.2\n";
  const Flown both(to_scenario(flight));
  for (std::int64_t n = 0; n <= 100; ++n) {
    const double t = static_cast<double>(n) * 0.01;
    const double pulse = 2.0 / 2 * std::fmin(std::fmax(t - 0.1, 0), 0.2);
    for (std::int64_t i = 0; i < 3; ++i) {
      CHECK(both.at("velocity", n, i)[0] ==
            Approx(noisy.at("velocity", n, i)[0] + pulse).margin(1e-14));  // rounding
      CHECK(both.at("velocity", n, i)[1] == noisy.at("velocity", n, i)[1]);
      CHECK(both.at("body_rate", n, i)[2] == noisy.at("body_rate", n, i)[2]);
    }
  }
}

}  // namespace
}  // namespace montecopter
