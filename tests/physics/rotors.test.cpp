/// Rotor laws and motors against closed forms, one rotor on a heavy body that hardly moves.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

/// One rotor that pushes a body up along z of NWU/FLU; it cannot turn about x and y.
ReferenceCase one_rotor(const std::string& law, const std::string& motor, double command,
                        double duration) {
  ReferenceCase c = free_body(2, {1, 1, 1}, duration);
  c.z_up = true;
  c.linear_law = false;
  c.rotors = {{.axis = {0, 0, 1}, .law_table = law, .motor_table = motor}};
  c.commands = {{0, command}};
  return c;
}

const std::string direct = "{type = \"direct\", min = -2000, max = 2000}";
const std::string signal = "{type = \"signed_quadratic\", thrust_n_s2 = 0, torque_n_m_s2 = 0}";

/// Thrust and torque at the start of a flight at 1 kHz.
std::array<double, 2> load_of(const std::string& law, double command, const Vector3& velocity = {},
                              const std::string& more = "") {
  ReferenceCase c = one_rotor(law, direct, command, 0.001);
  c.velocity = velocity;
  const Flown flown(
      to_scenario(c, {.rate_hz = 1000, .signals = {"rotor_thrust", "rotor_torque"}, .more = more}));
  return {flown.at("rotor_thrust", 0)[0], flown.at("rotor_torque", 0)[0]};
}

TEST_CASE("quadratic laws push with the square of the speed") {
  const std::string rest = "thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8}";
  for (const double w : {1000.0, -1000.0}) {
    const auto plain = load_of("{type = \"quadratic\", " + rest, w);
    CHECK(plain[0] == Approx(2.0).epsilon(1e-15));
    CHECK(plain[1] == Approx(0.03).epsilon(1e-15));
    const auto with_sign = load_of("{type = \"signed_quadratic\", " + rest, w);
    CHECK(with_sign[0] == Approx(std::copysign(2.0, w)).epsilon(1e-15));
    CHECK(with_sign[1] == Approx(std::copysign(0.03, w)).epsilon(1e-15));
  }
}

TEST_CASE("a polynomial law is its polynomial, and never below zero") {
  const std::string law =
      "{type = \"polynomial\", thrust_0_n = -1, thrust_1_n = 2, thrust_2_n = 3, thrust_3_n = 4, "
      "torque_0_n_m = -0.5, torque_1_n_m = 0.25, torque_2_n_m = 0.5, torque_3_n_m = 1}";
  const auto high = load_of(law, 0.75);
  CHECK(high[0] == Approx(-1 + 2 * 0.75 + 3 * 0.5625 + 4 * 0.421875).epsilon(1e-15));
  CHECK(high[1] == Approx(-0.5 + 0.25 * 0.75 + 0.5 * 0.5625 + 0.421875).epsilon(1e-15));
  const auto low = load_of(law, 0.25);
  CHECK(low[0] == 0.0);
  CHECK(low[1] == 0.0);
}

TEST_CASE("a performance table gives the thrust and torque of propeller theory") {
  const std::string law =
      "{type = \"performance_table\", diameter_m = 0.25, advance_ratio = [0, 0.2, 0.5], "
      "thrust_coefficient = [0.11, 0.09, 0.03], power_coefficient = [0.05, 0.048, 0.03], "
      "thrust_scale = 1.5, torque_scale = 0.5}";
  const std::string thin_air = "[environment]\natmosphere.density_kg_m3 = 0.9\n";
  const double n = 100, w = 2 * M_PI * n;  // revolutions per second, rad/s
  const double force = 0.9 * n * n * std::pow(0.25, 4), torque = force * 0.25 / (2 * M_PI);
  struct Point {
    double climb, ct, cp;
  };
  // J = V / (n D) = V / 25: below, at and between the knots, and beyond the last.
  for (const Point& p : {Point{-3, 0.11, 0.05},
                         {0, 0.11, 0.05},
                         {2.5, 0.10, 0.049},
                         {5, 0.09, 0.048},
                         {8.75, 0.06, 0.039},
                         {20, 0.03, 0.03}}) {
    ReferenceCase c = one_rotor(law, direct, w, 0.001);
    c.velocity = {0, 0, p.climb};  // z up
    std::string text =
        to_scenario(c, {.rate_hz = 1000, .signals = {"rotor_thrust", "rotor_torque"}});
    text.replace(text.find("[environment]\n"), 14, thin_air);
    const Flown flown(text);
    CAPTURE(p.climb);
    // A handful of roundings.
    CHECK(flown.at("rotor_thrust", 0)[0] == Approx(1.5 * p.ct * force).epsilon(1e-14));
    CHECK(flown.at("rotor_torque", 0)[0] == Approx(0.5 * p.cp * torque).epsilon(1e-14));
  }
}

TEST_CASE("a reversed propeller is the mirror image") {
  const std::string law =
      "{type = \"performance_table\", diameter_m = 0.25, advance_ratio = [-0.5, 0, 0.5], "
      "thrust_coefficient = [0.12, 0.11, 0.03], power_coefficient = [0.06, 0.05, 0.03]}";
  for (const double climb : {-4.0, 0.0, 6.0}) {
    const auto forwards = load_of(law, 600, {0, 0, climb});
    const auto backwards = load_of(law, -600, {0, 0, -climb});
    CHECK(backwards[0] == -forwards[0]);
    CHECK(backwards[1] == -forwards[1]);
  }
}

TEST_CASE("a performance table sees the air at the hub of a turning body") {
  ReferenceCase c = one_rotor(
      "{type = \"performance_table\", diameter_m = 0.25, advance_ratio = [0, 1], "
      "thrust_coefficient = [0.1, 0], power_coefficient = [0.1, 0]}",
      direct, 2 * M_PI * 100, 0.001);
  c.rotors[0].position = {0.5, 0, 0};  // forward
  c.body_rate = {0, -10, 0};           // nose up in FLU: the hub rises with 5 m/s
  const Flown flown(to_scenario(c, {.rate_hz = 1000, .signals = {"rotor_thrust"}}));
  const double force = 1.225 * 1e4 * std::pow(0.25, 4);
  CHECK(flown.at("rotor_thrust", 0)[0] == Approx(0.1 * (1 - 5.0 / 25) * force).epsilon(1e-14));
}

/// The speed of a motor that starts at `from` and is told `to`, at 1 kHz, by dopri5.
std::vector<double> speeds(const std::string& motor, double from, double to,
                           const std::vector<double>& more = {}) {
  ReferenceCase c = one_rotor(signal, motor, to, 0.2);
  c.actuators = {from};
  c.actuators.insert(c.actuators.end(), more.begin(), more.end());
  const Flown flown(to_scenario(
      c,
      {.integrator = "dopri5", .rate_hz = 1000, .tolerance = 1e-13, .signals = {"rotor_speed"}}));
  std::vector<double> all;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) all.push_back(flown.at("rotor_speed", n)[0]);
  return all;
}

TEST_CASE("a motor may speed up and slow down with different time constants") {
  const std::string motor =
      "{type = \"asymmetric_first_order\", time_constant_up_s = 0.02, time_constant_down_s = 0.05, "
      "min = 0, max = 1000}";
  const auto up = speeds(motor, 100, 700), down = speeds(motor, 700, 100);
  for (std::size_t k = 0; k < up.size(); ++k) {
    const double t = 0.001 * static_cast<double>(k);
    CHECK(up[k] == Approx(700 - 600 * std::exp(-t / 0.02)).epsilon(1e-10));
    CHECK(down[k] == Approx(100 + 600 * std::exp(-t / 0.05)).epsilon(1e-10));
  }
}

TEST_CASE("a slew limit holds until the lag alone is slower") {
  // Rise of 4000 rad/s2 until (c - w) / tau is as fast, at c - w = 80; then exponential.
  const auto w = speeds(
      "{type = \"slew_limited\", time_constant_s = 0.02, slew_up_1_s = 4000, slew_down_1_s = 8000, "
      "min = 0, max = 1000}",
      100, 500);
  const double until = (400 - 80) / 4000.0;
  for (std::size_t k = 0; k < w.size(); ++k) {
    const double t = 0.001 * static_cast<double>(k);
    const double exact = t <= until ? 100 + 4000 * t : 500 - 80 * std::exp(-(t - until) / 0.02);
    CHECK(w[k] == Approx(exact).epsilon(1e-8));  // the corner costs the integrator accuracy
  }
  const auto fall = speeds(
      "{type = \"slew_limited\", time_constant_s = 0.02, slew_up_1_s = 4000, slew_down_1_s = 8000, "
      "min = 0, max = 1000}",
      500, 100);
  CHECK(fall[20] == Approx(500 - 8000 * 0.02).epsilon(1e-8));
}

TEST_CASE("a second-order motor rings as a damped oscillator") {
  const double T = 0.015, zeta = 0.3;
  const auto w = speeds(
      fmt::format("{{type = \"second_order\", time_constant_s = {}, damping_ratio = {}, min = 0, "
                  "max = 1000}}",
                  T, zeta),
      100, 500, {200.0});
  const double d = std::sqrt(1 - zeta * zeta) / T, s = zeta / T;
  // x = w - c: x(0) = -400, x'(0) = 200.
  const double a = -400, b = (200 + s * a) / d;
  for (std::size_t k = 0; k < w.size(); ++k) {
    const double t = 0.001 * static_cast<double>(k);
    const double exact = 500 + std::exp(-s * t) * (a * std::cos(d * t) + b * std::sin(d * t));
    CHECK(w[k] == Approx(exact).epsilon(1e-9));
  }
}

TEST_CASE("a second-order motor that hits its limit stays there until it is told back") {
  const auto w = speeds(
      "{type = \"second_order\", time_constant_s = 0.015, damping_ratio = 0.3, min = 0, max = 500, "
      "state_max = 510}",
      100, 500, {0.0});
  // The overshoot of this oscillator would reach 500 + 400 exp(-pi 0.3 / sqrt(1 - 0.09)) = 649.
  for (const double speed : w) CHECK(speed <= 510);
  CHECK(*std::max_element(w.begin(), w.end()) == 510);
  CHECK(w.back() == Approx(500).margin(10));
}

TEST_CASE("the limits of command and speed may differ") {
  ReferenceCase c =
      one_rotor(signal,
                "{type = \"first_order\", time_constant_s = 0.02, min = 0, max = 900, "
                "state_min = 100, state_max = 800}",
                1000, 0.5);
  c.actuators = {0};
  const Flown flown(to_scenario(c, {.rate_hz = 1000, .signals = {"rotor_speed", "command"}}));
  CHECK(flown.at("rotor_speed", 0)[0] == 100);
  CHECK(flown.at("rotor_speed", 500)[0] == 800);
  CHECK(flown.at("command", 0)[0] == 900);
}

TEST_CASE("a lagging load follows its law, and its speed gives a gyroscopic torque") {
  // Heavy wheel: the body nutates about z with h / J while the load is settled.
  const double thrust = 1.5, c_t = 1.5e-6, inertia = 1e-3, h = inertia * std::sqrt(thrust / c_t);
  ReferenceCase c =
      one_rotor("{type = \"polynomial\", thrust_1_n = 0, thrust_2_n = 6}",
                fmt::format("{{type = \"load_lag\", time_constant_s = 0.05, min = 0, max = 1, "
                            "rotor_inertia_kg_m2 = {}, speed_thrust_n_s2 = {}}}",
                            inertia, c_t),
                0.5, 1);
  c.rotors[0].law_table.insert(c.rotors[0].law_table.size() - 1,
                               ", torque_1_n_m = 0, torque_2_n_m = 0");
  c.body_rate = {0.1, 0, 0};
  c.actuators = {thrust, 0};
  const Flown flown(to_scenario(
      c, {.integrator = "dopri5", .rate_hz = 100, .tolerance = 1e-13, .signals = {"body_rate"}}));
  for (std::int64_t n = 0; n <= 100; n += 10) {
    // J w' = -w x h, h along +z (FLU), J = 1: w turns about z with the rate h.
    const double angle = h * 0.01 * static_cast<double>(n);
    CHECK(flown.at("body_rate", n)[0] == Approx(0.1 * std::cos(angle)).margin(1e-12));
    CHECK(-flown.at("body_rate", n)[1] == Approx(0.1 * std::sin(angle)).margin(1e-12));
  }
}

TEST_CASE("a rate limit clamps each body rate after the step") {
  ReferenceCase c = one_rotor(signal, direct, 0, 0.1);
  c.body_rate = {3, -5, 1};
  c.body_rate_limit = 2;
  const Flown flown(to_scenario(c, {.rate_hz = 100, .signals = {"body_rate"}}));
  CHECK(flown.at("body_rate", 1)[0] == 2);
  CHECK(flown.at("body_rate", 1)[1] == 2);  // FRD: -(-5)
  CHECK(flown.at("body_rate", 1)[2] == Approx(-1));
}

TEST_CASE("air velocity makes moments and lift") {
  // v = (2, 1, 0) m/s, level: M = -A v, F = m k (vx^2 + vy^2) up.
  ReferenceCase c = one_rotor(signal, direct, 0, 0.01);
  c.velocity = {2, 1, 0};
  c.velocity_aero_moment = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  std::string text = to_scenario(
      c, {.integrator = "euler", .rate_hz = 100, .signals = {"body_rate", "specific_force"}});
  text.insert(text.find("[vehicle]\n") + 10, "translational_lift_1_m = 0.01\n");
  const Flown flown(text);
  const auto f = flown.at("specific_force", 0), w = flown.at("body_rate", 1);
  CHECK(f[2] == Approx(-0.01 * 5).epsilon(1e-14));  // FRD: up is -z
  CHECK(w[0] == Approx(-0.01 * (0.1 * 2 + 0.2)).epsilon(1e-13));
  CHECK(w[1] == Approx(0.01 * (0.4 * 2 + 0.5)).epsilon(1e-13));  // FLU to FRD
  CHECK(w[2] == Approx(0.01 * (0.7 * 2 + 0.8)).epsilon(1e-13));
}

}  // namespace
}  // namespace montecopter
