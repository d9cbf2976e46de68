/// A rotor that fails stops pushing and goes on turning: its angular momentum stays, also where the
/// motor has no speed but that of its thrust.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "support/fly.hpp"
#include "support/plus_quad.hpp"

namespace montecopter {
namespace {

constexpr double rotor_inertia = 6e-5, rotor_speed = 1000.0, thrust_n_s2 = 5e-6;

std::string failures(const std::vector<int>& rotors, double left, double at_s) {
  std::string events;
  for (const int rotor : rotors) {
    events += fmt::format(
        "[[event]]\ntype = \"rotor_failure\"\nat_s = {}\nrotor = {}\neffectiveness = {}\n", at_s,
        rotor, left);
  }
  return events;
}

/// Rotors 0 and 2, which turn alike, at full speed; the others at rest.
PlusQuad gyrostat() {
  PlusQuad quad;
  quad.motor = fmt::format(
      "{{type = \"load_lag\", time_constant_s = 0.05, max = 2000, rotor_inertia_kg_m2 = {}, "
      "speed_thrust_n_s2 = {}}}",
      rotor_inertia, thrust_n_s2);
  quad.integrator = "rk4";
  quad.commands = fmt::format("[0, {0}, 0, {0}, 0]", rotor_speed);
  return quad;
}

/// Two rotors with spin +1 about body up (-z).
constexpr double momentum = -2 * rotor_inertia * rotor_speed;

TEST_CASE("without thrust a body with turning rotors nutates as a gyrostat") {
  PlusQuad quad = gyrostat();
  quad.initial = "body_rate_rad_s = [1, 0, 0]";
  quad.more = failures({0, 1, 2, 3}, 0.0, 0.0);
  std::string text = to_scenario(quad);
  const std::string jy = fmt::format("yy = {}", PlusQuad::jy);
  text.replace(text.find(jy), jy.size(), fmt::format("yy = {}", PlusQuad::jx));
  const Flown flown(text);
  // J w' = -w x (J w + h) with J_x = J_y and w_z = 0: w turns at the rate h / J_x.
  const double rate = momentum / PlusQuad::jx;
  for (const std::int64_t n : {100, 500, 1000}) {
    const double angle = rate * static_cast<double>(n) * quad.step_s;
    const auto w = flown.at("body_rate", n);
    // RK4 at 0.011 rad per step: an angle error of 0.011^5 / 120 per step, 1e-9 in all.
    CHECK(w[0] == Approx(std::cos(angle)).margin(2e-9));
    CHECK(w[1] == Approx(std::sin(angle)).margin(2e-9));
    CHECK(w[2] == Approx(0).margin(1e-15));
    CHECK(flown.at("rotor_thrust", n)[0] == 0);
    CHECK(flown.at("rotor_torque", n)[0] == 0);
  }
}

TEST_CASE("without thrust angular momentum and energy are conserved, however the body is shaped") {
  PlusQuad quad = gyrostat();
  quad.initial = "body_rate_rad_s = [1, 0.5, 2]";
  quad.more = failures({0, 1, 2, 3}, 0.0, 0.0);
  const Flown flown(to_scenario(quad));
  const auto invariants = [&](std::int64_t n) {
    const auto w = flown.at("body_rate", n);
    const double x = PlusQuad::jx * w[0], y = PlusQuad::jy * w[1], z = PlusQuad::jz * w[2];
    return std::array<double, 2>{std::hypot(x, y, z + momentum), x * w[0] + y * w[1] + z * w[2]};
  };
  const auto first = invariants(0), last = invariants(quad.steps);
  // As above: the rate is some 10 rad/s.
  CHECK(last[0] == Approx(first[0]).epsilon(1e-9));
  CHECK(last[1] == Approx(first[1]).epsilon(1e-9));
  CHECK(flown.at("body_rate", quad.steps)[0] != 1);  // it did turn
}

TEST_CASE("nothing left of a rotor is the limit of little left of it") {
  const auto fly = [](double left) {
    PlusQuad quad = gyrostat();
    quad.commands = "[0, 900, 1000, 1100, 1000]";
    quad.steps = 200;
    quad.more = failures({1}, left, 0.1);
    return Flown(to_scenario(quad));
  };
  const Flown none = fly(0.0), little = fly(1e-12);
  for (int k = 0; k < 3; ++k) {
    // A thrust of 5e-12 N: 1e-11 rad/s within 0.1 s.
    CHECK(none.at("body_rate", 200)[k] == Approx(little.at("body_rate", 200)[k]).margin(1e-9));
  }
}

TEST_CASE("half of a rotor's thrust comes of the whole rotor's momentum") {
  PlusQuad quad = gyrostat();
  quad.initial = "body_rate_rad_s = [1, 0, 0]";
  quad.steps = 1;
  quad.integrator = "euler";
  quad.more = failures({0, 2}, 0.5, 0.0);
  const Flown flown(to_scenario(quad));
  CHECK(flown.at("rotor_thrust", 0)[0] == 2.5);  // of 5 N
  // One step of Euler: J_y w_y' = -(w x h)_y = w_x h. The thrusts are on the x axis, alike.
  CHECK(flown.at("body_rate", 1)[1] ==
        Approx(quad.step_s * momentum / PlusQuad::jy).epsilon(1e-13));
}

}  // namespace
}  // namespace montecopter
