/// The spring, damper and friction of a ground against closed forms: the force by itself, and a
/// point mass that falls on an undamped spring. Flights of vehicles are in
/// tests/physics/ground.test.cpp.

#include "dynamics/grounds/spring_damper.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "dynamics/integrators/rk4.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

Vec3<double> force(const SpringDamperGround& ground, double depth_m, const Vec3<double>& v_WC_W) {
  return SpringDamperGround::force(ground.fold(), depth_m, v_WC_W);
}

SpringDamperGround some_ground() {
  SpringDamperGround ground;
  ground.stiffness_n_m = 900;
  ground.damping_n_s_m = 12;
  ground.friction = 0.4;
  ground.slip_speed_m_s = 0.02;
  return ground;
}

TEST_CASE("a point that slips at slip_speed_m_s feels 1/sqrt(2) of mu N, against its motion") {
  const SpringDamperGround ground = some_ground();
  const double normal = 900 * 0.01 + 12 * 0.1;
  for (const double heading : {0.0, 1.0, 2.5, -2.0}) {
    const double north = std::cos(heading), east = std::sin(heading), slip = ground.slip_speed_m_s;
    const Vec3<double> F = force(ground, 0.01, {slip * north, slip * east, 0.1});
    CHECK(F.z == Approx(-normal).epsilon(1e-15));
    CHECK(F.x * north + F.y * east == Approx(-0.4 * normal * std::sqrt(0.5)).epsilon(1e-14));
    CHECK(F.x * east - F.y * north == Approx(0).margin(1e-15));
  }
  // Far above slip_speed_m_s it is mu N; (slip / v)^2 / 2 is missing.
  CHECK(force(ground, 0.01, {200, 0, 0.1}).x == Approx(-0.4 * normal).epsilon(1e-8));
  CHECK(force(ground, 0.01, {0, 0, 0.1}).x == 0);
}

TEST_CASE("a spring and damper push and never pull, and only in the ground") {
  const SpringDamperGround ground = some_ground();
  CHECK(force(ground, 0.01, {0, 0, 0}).z == Approx(-9).epsilon(1e-15));
  CHECK(force(ground, 0.01, {0, 0, -0.5}).z == Approx(-3).epsilon(1e-14));
  // The damper alone would pull at a point that leaves faster than k depth / d.
  for (const double rising : {0.76, 2.0, 1e3}) {
    const Vec3<double> F = force(ground, 0.01, {1, -1, -rising});
    CHECK((F.x == 0 && F.y == 0 && F.z == 0));
  }
  for (const double depth : {0.0, -1e-9, -1.0}) {
    const Vec3<double> F = force(ground, depth, {1, -1, 3});
    CHECK((F.x == 0 && F.y == 0 && F.z == 0));
  }
}

constexpr double mass_kg = 2.0, stiffness_n_m = 5000.0, gravity = 10.0, surface_m = 0.5;

/// A mass with its only point at its centre.
struct Mass {
  static constexpr bool known_terms = false, known_parts = false, has_long_derivative = false;
  using S = double;
  using StateType = State<double, 1>;
  struct Input {};

  Contact<double> contact;

  static int size() { return rigid_body_size; }
  void derivative(const StateType& state, const Input&, StateType& rate) const {
    rate = {};
    rate.set_position(state.velocity());
    rate.set_velocity({0, 0, gravity});
    contact.push(Rotation<double>(state.attitude()), state, rate);
  }
};

Mass on_a_spring() {
  SpringDamperGround ground;
  ground.stiffness_n_m = stiffness_n_m;
  ground.damping_n_s_m = ground.friction = 0;
  ground.height_m = surface_m;
  const std::vector<ContactPoint> points = {{{0, 0, 0}}};
  const Symmetric3<double> inverse_inertia = {1, 1, 1, 0, 0, 0};
  const Ground any = ground;
  return {{static_cast<int>(any.index()), 1,
           fold_contact(any, {mass_kg, inverse_inertia, {1, 1, 1}, &points})}};
}

/// z [m] from the surface and v_z [m/s], NED.
struct Vertical {
  double z, v;
};

/// After so many steps of RK4.
Vertical after(double duration_s, int steps, const Vertical& start) {
  const Mass mass = on_a_spring();
  Mass::StateType state{};
  state.set_position({0, 0, start.z - surface_m});
  state.set_velocity({0, 0, start.v});
  state.set_attitude({1, 0, 0, 0});
  for (int n = 0; n < steps; ++n) {
    Mass::StateType next{};
    Rk4<Mass>::step(mass, duration_s / steps, {}, state, next);
    state = next;
  }
  return {state.position().z + surface_m, state.velocity().z};
}

/// m v^2 / 2 + m g h + k d^2 / 2.
double energy_j(const Vertical& at) {
  const double depth = std::fmax(at.z, 0.0);
  return 0.5 * mass_kg * at.v * at.v - mass_kg * gravity * at.z +
         0.5 * stiffness_n_m * depth * depth;
}

const double pace = std::sqrt(stiffness_n_m / mass_kg);  // rad/s

/// What RK4 leaves of the energy of an oscillator per step of x rad: |R(i x)|^2 of its R(z).
double kept_by_rk4(double x) { return 1 - std::pow(x, 6) / 72 + std::pow(x, 8) / 576; }

TEST_CASE("a mass on an undamped spring swings with the period 2 pi sqrt(m/k)") {
  // Released at the surface it swings about its rest by its rest's depth, and never leaves.
  const double rest = mass_kg * gravity / stiffness_n_m;
  const double period_s = 2 * std::numbers::pi * std::sqrt(mass_kg / stiffness_n_m);
  for (const int steps : {20, 40, 80}) {
    const double x = 2 * std::numbers::pi / steps;
    // Per step RK4 turns x - x^5/120 + ..., which adds up to this angle over a period.
    const double late = steps * std::pow(x, 5) / 120;
    const Vertical end = after(period_s, steps, {0, 0});
    CAPTURE(steps);
    CHECK(end.v == Approx(-rest * pace * late).epsilon(0.1));
    CHECK(std::fabs(end.z) < rest * std::pow(x, 5));
    // Half a period is the deepest point: twice the rest.
    CHECK(after(period_s / 2, steps / 2, {0, 0}).z == Approx(2 * rest).epsilon(std::pow(x, 5)));
  }
}

TEST_CASE(
    "a mass that falls on an undamped spring and bounces keeps its energy but for RK4's error") {
  const double height_m = 0.2, rest = mass_kg * gravity / stiffness_n_m;
  const double fall_s = std::sqrt(2 * height_m / gravity), speed = gravity * fall_s;
  // In the ground z = rest - a cos(w t + phase), up to where it leaves, with -speed.
  const double phase = std::atan2(speed / pace, rest);
  const double contact_s = 2 * (std::numbers::pi - phase) / pace;
  const double given_j = mass_kg * gravity * height_m;
  // Swinging about the rest, whose energy is -m g rest / 2.
  const double swing_j = given_j + 0.5 * mass_kg * gravity * rest;
  for (const int steps : {16, 32, 64}) {
    CAPTURE(steps);
    const double x = pace * contact_s / steps;
    const Vertical touch = after(fall_s, steps, {-height_m, 0});  // RK4 has no error in a parabola
    CHECK(touch.z == Approx(0).margin(1e-15));
    CHECK(touch.v == Approx(speed).epsilon(1e-14));
    const Vertical leave = after(contact_s, steps, {0, speed});
    CHECK(leave.z == Approx(0).margin(height_m * std::pow(x, 4)));
    CHECK(leave.v == Approx(-speed).epsilon(std::pow(x, 4)));
    const double lost_j = swing_j * (1 - std::pow(kept_by_rk4(x), steps));
    CHECK(given_j - energy_j(leave) == Approx(lost_j).epsilon(1e-6).margin(1e-13));
    const Vertical top = after(fall_s, steps, {0, -speed});
    CHECK(top.z == Approx(-height_m).epsilon(1e-13));
    CHECK(energy_j(top) == Approx(given_j).epsilon(1e-13));
  }
}

}  // namespace
}  // namespace montecopter
