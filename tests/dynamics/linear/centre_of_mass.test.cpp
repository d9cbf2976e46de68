/// A vehicle whose centre of mass is elsewhere: every lever arm is counted from there.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/linear/control_authority.hpp"
#include "dynamics/linear/multirotor_model.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

constexpr double gravity = 9.81, density = 1.225, mass = 1.6, thrust_n_s2 = 2e-5;
constexpr std::array<double, 3> centre = {0.03, -0.02, 0.05};

/// So many rotors evenly around the middle, which turn against their neighbours.
Multirotor ring(int rotors, const std::string& frame) {
  Multirotor vehicle;
  vehicle.frame = frame;
  vehicle.mass_kg = mass;
  vehicle.inertia_kg_m2.xx = 0.02, vehicle.inertia_kg_m2.yy = 0.025;
  vehicle.inertia_kg_m2.zz = 0.04, vehicle.inertia_kg_m2.xz = 0.002;
  for (int i = 0; i < rotors; ++i) {
    const double angle = (i + 0.5) * 2 * M_PI / rotors;
    Rotor rotor;
    rotor.position_m = {0.25 * std::cos(angle), 0.25 * std::sin(angle), -0.02};
    rotor.axis = {0, 0, frame == "NED/FRD" ? -1.0 : 1.0};
    rotor.spin = i % 2 == 0 ? 1 : -1;
    rotor.law = QuadraticRotor{{}, thrust_n_s2, 3e-7};
    FirstOrderMotor motor;
    motor.time_constant_s = 0.02, motor.min = 0, motor.max = 900;
    rotor.motor = motor;
    vehicle.rotors.push_back(rotor);
  }
  return vehicle;
}

/// A level hover has sum f = m g, sum f r = c sum f and sum s q = 0: so the allocation asks for it,
/// and there nothing accelerates.
TEST_CASE("thrusts balance about the centre of mass") {
  for (const char* frame : {"NED/FRD", "NWU/FLU"}) {
    for (const int rotors : {4, 6}) {
      Multirotor vehicle = ring(rotors, frame);
      vehicle.centre_of_mass_m = centre;
      const auto allocation = fold_allocation(vehicle, density);
      Eigen::VectorXd commands(rotors);
      double sum = 0, x = 0, y = 0, torque = 0;
      for (int i = 0; i < rotors; ++i) {
        const auto& allocated = allocation.rotor[static_cast<std::size_t>(i)];
        const Rotor& rotor = vehicle.rotors[static_cast<std::size_t>(i)];
        const double thrust =
            unlimited_thrust<double>(allocated, {mass * gravity, {0.0, 0.0, 0.0}});
        commands[i] = command_for(allocated, thrust);
        sum += thrust, x += thrust * rotor.position_m[0], y += thrust * rotor.position_m[1];
        torque += thrust * static_cast<double>(rotor.spin);
      }
      CHECK(sum == Approx(mass * gravity).epsilon(1e-12));
      CHECK(x == Approx(centre[0] * mass * gravity).epsilon(1e-10));
      CHECK(y == Approx(centre[1] * mass * gravity).epsilon(1e-10));
      CHECK(std::fabs(torque) < 1e-10);
      const MultirotorModel model(vehicle, {gravity, density});
      const auto at = model.settled(commands, 0, 0, Eigen::Vector3d::Zero());
      CHECK(model.accelerations(at, commands).cwiseAbs().maxCoeff() < 1e-11);
    }
  }
}

TEST_CASE("a centre of mass is every position moved the other way") {
  Multirotor vehicle = ring(6, "NWU/FLU"), by_hand = vehicle;
  vehicle.centre_of_mass_m = centre;
  for (Rotor& rotor : by_hand.rotors) {
    for (std::size_t k = 0; k < 3; ++k) rotor.position_m[k] -= centre[k];
  }
  const MultirotorModel model(vehicle, {gravity, density}), other(by_hand, {gravity, density});
  const Eigen::VectorXd commands = Eigen::VectorXd::LinSpaced(6, 300, 600);
  const auto at = model.settled(commands, 0.1, -0.2, {3, 1, -1});
  CHECK(model.accelerations(at, commands) == other.accelerations(at, commands));
  const auto all = control_authority(model), same = control_authority(other);
  CHECK(all.heading_held.roll_rad_s2.highest == same.heading_held.roll_rad_s2.highest);
  CHECK(all.heading_held.pitch_rad_s2.lowest == same.heading_held.pitch_rad_s2.lowest);
}

TEST_CASE(
    "contact points, helicopters and what others ask for are counted from the centre of mass") {
  const std::vector<ContactPoint> points = {{{0.1, 0.2, 0.3}}, {{-0.1, 0.2, 0.3}}};
  std::vector<ContactPoint> moved = points;
  for (ContactPoint& point : moved) point.position_m = lever_arm(point.position_m, centre);
  SpringDamperGround ground;
  const auto by_key =
      fold_contact(Ground(ground), {1.0, {1, 1, 1, 0, 0, 0}, {1, -1, -1}, &points, centre});
  CHECK(by_key.point[0].x == 0.1 - 0.03);
  CHECK(by_key.point[0].y == -(0.2 + 0.02));
  CHECK(by_key.point[1].z == -(0.3 - 0.05));
  Inertia inertia;
  inertia.xx = inertia.yy = inertia.zz = 0.02;
  const auto fast = contact_motion({1000, 10}, 1.0, inertia, points, centre);
  CHECK(fast.fastest_1_s() == contact_motion({1000, 10}, 1.0, inertia, moved, {}).fastest_1_s());

  Helicopter helicopter;
  helicopter.centre_of_mass_m = centre;
  helicopter.main_rotor.position_m = {0.1, 0.2, 0};
  helicopter.tail_rotor.arm_m = 1.0;
  const HelicopterConstants<double> c = fold_helicopter(helicopter, 1.0);
  CHECK(c.hub_x == 0.1 - 0.03);
  CHECK(c.tail_arm == 1.03);

  Multirotor vehicle = ring(4, "NWU/FLU");
  vehicle.centre_of_mass_m = centre;
  CHECK(centre_of_mass_m(Vehicle(vehicle)) == std::array{0.03, 0.02, -0.05});
  CHECK_FALSE(vehicle.says_nothing("centre_of_mass_m"));
  CHECK(ring(4, "NED/FRD").says_nothing("centre_of_mass_m"));
}

}  // namespace
}  // namespace montecopter
