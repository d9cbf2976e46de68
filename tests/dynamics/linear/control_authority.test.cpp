/// What rotors can do at hover, against closed forms and published results.

#include <catch2/catch.hpp>
#include <cmath>
#include <string_view>

#include "dynamics/linear/control_authority.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {
namespace {

constexpr double gravity = 9.81, mass = 1.6, xx = 0.02, yy = 0.025, zz = 0.04;
constexpr double torque_per_thrust = 0.016;

Rotor rotor_at(double angle_deg, double arm_m, char spin, double most_n) {
  const double angle = angle_deg * M_PI / 180;
  Rotor rotor;
  rotor.position_m = {arm_m * std::cos(angle), arm_m * std::sin(angle), 0};
  rotor.axis = {0, 0, -1};
  rotor.spin = spin == 'P' ? 1 : -1;
  rotor.law = LinearRotor{{}, most_n, torque_per_thrust * most_n};
  DirectMotor motor;
  motor.min = 0, motor.max = 1;
  rotor.motor = motor;
  return rotor;
}

/// Rotors evenly around the centre, spins as in the words of Du, Quan et al.: P and N.
Multirotor ring(std::string_view spins, double first_deg, double arm_m, double most_n) {
  Multirotor vehicle;
  vehicle.mass_kg = mass;
  vehicle.inertia_kg_m2.xx = xx, vehicle.inertia_kg_m2.yy = yy, vehicle.inertia_kg_m2.zz = zz;
  const double apart = 360.0 / static_cast<double>(spins.size());
  for (std::size_t i = 0; i < spins.size(); ++i) {
    vehicle.rotors.push_back(
        rotor_at(first_deg + apart * static_cast<double>(i), arm_m, spins[i], most_n));
  }
  return vehicle;
}

AuthorityOfRotors authority(const Multirotor& vehicle, std::optional<int> failed = {}) {
  return control_authority(MultirotorModel(vehicle, {gravity, 1.225}), failed);
}

void check_both_ways(const AuthorityLimits& limits, double closed_form) {
  CHECK(limits.lowest == Approx(-closed_form).epsilon(1e-9));
  CHECK(limits.highest == Approx(closed_form).epsilon(1e-9));
  CHECK(limits.both_ways() == Approx(closed_form).epsilon(1e-9));
}

TEST_CASE("a quadrotor X turns as its free thrust allows") {
  // Two rotors give up what the other two gain: 4 a d / J with d the smaller of what a rotor has
  // at hover and of what it has left.
  const double arm = 0.25, a = arm / std::sqrt(2), hover = mass * gravity / 4;
  for (const double most : {10.0, 5.0}) {
    const Authority all = authority(ring("PNPN", 45, arm, most)).heading_held;
    const double d = std::fmin(hover, most - hover);
    check_both_ways(all.roll_rad_s2, 4 * a * d / xx);
    check_both_ways(all.pitch_rad_s2, 4 * a * d / yy);
    check_both_ways(all.yaw_rad_s2, 4 * torque_per_thrust * d / zz);
    CHECK(all.thrust_to_weight.lowest == Approx(0).margin(1e-12));
    CHECK(all.thrust_to_weight.highest == Approx(most / hover));
    CHECK(all.holds_hover());
  }
}

TEST_CASE("a quadrotor + rolls by two rotors, and by more thrust of them if yaw is free") {
  const double arm = 0.25, weight = mass * gravity, most = 10;
  const AuthorityOfRotors all = authority(ring("PNPN", 0, arm, most));
  // Half of the weight moves to one side; with yaw free all that this rotor has.
  check_both_ways(all.heading_held.roll_rad_s2, arm * weight / 2 / xx);
  check_both_ways(all.yaw_free.roll_rad_s2, arm * most / xx);
}

TEST_CASE("a quadrotor that has lost a rotor has no control both ways") {
  for (int failed = 0; failed < 4; ++failed) {
    const AuthorityOfRotors left = authority(ring("PNPN", 45, 0.25, 10), failed);
    CHECK_FALSE(left.heading_held.holds_hover());
    CHECK_FALSE(left.yaw_free.holds_hover(false));
    // The two beside it carry the weight, and the one opposite has to stop.
    CHECK(left.yaw_free.thrust_to_weight.highest == Approx(2 * 10 / (mass * gravity)));
    CHECK(left.yaw_free.roll_rad_s2.both_ways() == Approx(0).margin(1e-9));
    // Without a yaw it is balanced with no thrust only.
    CHECK(left.heading_held.thrust_to_weight.highest == Approx(0).margin(1e-9));
  }
}

TEST_CASE("hexacopters keep their heading without a rotor as published") {
  // G.-X. Du, Q. Quan, B. Yang, K.-Y. Cai, "Controllability Analysis for Multirotor Helicopter
  // Rotor Degradation and Failure", J. Guidance, Control, and Dynamics 38 (2015) 978: PNPNPN is
  // uncontrollable without any one rotor, PPNNPN without the fifth or the sixth only. Without yaw
  // the first is controllable (the same, J. Intelligent and Robotic Systems 78 (2015) 143).
  const double most = 6.125;
  const Multirotor alternating = ring("PNPNPN", 0, 0.275, most);
  const Multirotor paired = ring("PPNNPN", 0, 0.275, most);
  CHECK(authority(alternating).heading_held.holds_hover());
  CHECK(authority(paired).heading_held.holds_hover());
  for (int failed = 0; failed < 6; ++failed) {
    INFO(failed);
    const AuthorityOfRotors left = authority(alternating, failed);
    CHECK_FALSE(left.heading_held.holds_hover());
    CHECK(left.yaw_free.holds_hover(false));
    CHECK(authority(paired, failed).heading_held.holds_hover() == (failed < 4));
  }
}

TEST_CASE("what weighs too much holds nothing, and the frame of its numbers does not matter") {
  Multirotor vehicle = ring("PPNNPN", 10, 0.275, 6.125);
  const Authority down = authority(vehicle).heading_held;
  vehicle.frame = "NWU/FLU";
  for (Rotor& rotor : vehicle.rotors) {
    rotor.position_m[1] *= -1, rotor.position_m[2] *= -1, rotor.axis[2] *= -1;
  }
  const Authority up = authority(vehicle).heading_held;
  CHECK(up.roll_rad_s2.highest == Approx(down.roll_rad_s2.highest).epsilon(1e-9));
  CHECK(up.yaw_rad_s2.lowest == Approx(down.yaw_rad_s2.lowest).epsilon(1e-9));
  vehicle.mass_kg = 6 * 6.125 / gravity + 0.01;
  const AuthorityOfRotors heavy = authority(vehicle);
  CHECK_FALSE(heavy.heading_held.roll_rad_s2.exists());
  CHECK_FALSE(heavy.heading_held.holds_hover());
  CHECK_FALSE(heavy.yaw_free.holds_hover(false));
}

}  // namespace
}  // namespace montecopter
