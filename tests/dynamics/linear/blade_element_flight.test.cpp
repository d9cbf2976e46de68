/// Rotors that know the air, in the vehicle's equations: in-plane forces and hub moments of
/// blade_element where its coefficients are known, and laws with a measured density.

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "dynamics/linear/multirotor_model.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/blade.hpp"
#include "dynamics/rotors/rotor_laws.hpp"

namespace montecopter {
namespace {

// The table of such air is that of the same air: density in steps of 0.05, temperature of 5.
const CalmAir air = {9.81, 1.2, 290};
constexpr double mass = 1.4, radius = 0.127, speed = 500;

BladeElementRotor ten_inches() {
  BladeElementRotor law;
  law.diameter_m = 2 * radius, law.pitch_m = 0.1194;
  return law;
}

/// One rotor over the centre of mass, or a cross of four that turn against their neighbours.
Multirotor craft(const RotorLaw& law, int rotors, double arm, double height) {
  Multirotor vehicle;
  vehicle.mass_kg = mass;
  vehicle.inertia_kg_m2.xx = 0.02, vehicle.inertia_kg_m2.yy = 0.02;
  vehicle.inertia_kg_m2.zz = 0.03;
  for (int i = 0; i < rotors; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / 2;
    Rotor rotor;
    rotor.position_m = {arm * std::cos(angle), arm * std::sin(angle), -height};
    rotor.axis = {0, 0, -1};
    rotor.spin = i % 2 == 0 ? 1 : -1;
    rotor.law = law;
    DirectMotor motor;
    motor.min = 0, motor.max = 900;
    rotor.motor = motor;
    vehicle.rotors.push_back(rotor);
  }
  return vehicle;
}

Eigen::Matrix<double, 6, 1> accelerations(const Multirotor& vehicle, const CalmAir& in,
                                          const Eigen::Vector3d& velocity) {
  const MultirotorModel model(vehicle, in);
  const Eigen::VectorXd commands = Eigen::VectorXd::Constant(model.rotors(), speed);
  return model.accelerations(model.settled(commands, 0, 0, velocity), commands);
}

RotorCoefficients coefficients(double inflow, double advance) {
  InducedVelocities induced{};
  const BladeElementRotor law = ten_inches();
  return blade_loads(blade_of(law), tip_flow(radius, law.reference_speed(), {1.2, 101325, 290}),
                     inflow, advance, induced);
}

// Between the nodes of the table, the coefficients are a few per cent off.
TEST_CASE("a rotor in edgewise flow pushes and turns the vehicle by its coefficients") {
  const double height = 0.05, u = 7, tip = radius * speed,
               area = std::numbers::pi * radius * radius;
  const auto a = accelerations(craft(ten_inches(), 1, 0, height), air, {u, 0, 0});
  const RotorCoefficients k = coefficients(0, u / tip);
  const double drag = k.drag * 1.2 * area * tip * u;
  CHECK(drag > 0.1);
  CHECK(a[0] == Approx(-drag / mass).epsilon(0.03));
  CHECK(std::fabs(a[1]) < 1e-12);
  CHECK(a[2] == Approx(9.81 - k.thrust * 1.2 * area * tip * tip / mass).epsilon(0.03));
  // It turns left-handed about its axis, up, with spin 1: its right side advances and lifts more,
  // so the vehicle rolls to the left; the force above the centre of mass raises the nose.
  const double per_moment = 1.2 * area * radius * tip * u;
  CHECK(a[3] == Approx(-k.roll * per_moment / 0.02).epsilon(0.03));
  CHECK(a[4] == Approx((height * drag - k.pitch * per_moment) / 0.02).epsilon(0.05));
  CHECK(a[5] == Approx(k.torque * 1.2 * area * radius * tip * tip / 0.03).epsilon(0.03));
}

TEST_CASE("the flow from any side has the same effect, turned with it") {
  const Multirotor vehicle = craft(ten_inches(), 1, 0, 0.05);
  const auto ahead = accelerations(vehicle, air, {7, 0, 0});
  const auto aside = accelerations(vehicle, air, {0, 7, 0});
  CHECK(aside[1] == Approx(ahead[0]).epsilon(1e-12));
  CHECK(aside[3] == Approx(-ahead[4]).epsilon(1e-12));
  CHECK(aside[4] == Approx(ahead[3]).epsilon(1e-12));
  CHECK(aside[2] == Approx(ahead[2]).epsilon(1e-12));
}

TEST_CASE("rotors that turn against each other do not roll the vehicle") {
  const auto a = accelerations(craft(ten_inches(), 4, 0.2, 0), air, {7, 0, 0});
  CHECK(std::fabs(a[3]) < 1e-9);
  CHECK(a[4] > 0);
  CHECK(a[0] < 0);
}

TEST_CASE("a climb costs thrust, and thin air does") {
  const Multirotor vehicle = craft(ten_inches(), 1, 0, 0);
  const double hover = 9.81 - accelerations(vehicle, air, {0, 0, 0})[2];
  const double climb = 9.81 - accelerations(vehicle, air, {0, 0, -5})[2];
  CHECK(climb < 0.9 * hover);
  const double thin = 9.81 - accelerations(vehicle, {9.81, 0.6, 290}, {0, 0, 0})[2];
  // The Reynolds number halves: the lift slope falls to 0.49^0.113 = 0.92. As less thrust needs
  // less inflow, the thrust coefficient falls by about half of that.
  CHECK(thin == Approx(0.96 * (0.6 / air.density_kg_m3) * hover).epsilon(0.02));
}

TEST_CASE("loads scale with the density over the measured one, and only where it is given") {
  QuadraticRotor law;
  law.thrust_n_s2 = 2e-5, law.torque_n_m_s2 = 3e-7;
  const CalmAir thin = {9.81, 0.6, 288.15};
  const auto fixed = accelerations(craft(law, 4, 0.2, 0), thin, {0, 0, 0});
  CHECK(fixed[2] == Approx(9.81 - 4 * 2e-5 * speed * speed / mass).epsilon(1e-12));
  law.measured_density_kg_m3 = 1.2;
  const auto scaled = accelerations(craft(law, 4, 0.2, 0), thin, {0, 0, 0});
  CHECK(scaled[2] == Approx(9.81 - 0.5 * 4 * 2e-5 * speed * speed / mass).epsilon(1e-12));
  LinearRotor linear;
  linear.thrust_max_n = 10, linear.torque_max_n_m = 0.1, linear.measured_density_kg_m3 = 1.2;
  CHECK(linear.factors(0.9).thrust == Approx(7.5).epsilon(1e-14));
  CHECK(linear.thrust_curve(0.9)->slope == Approx(7.5).epsilon(1e-14));
  PolynomialRotor polynomial;
  polynomial.thrust_1_n = 1, polynomial.thrust_2_n = 2, polynomial.torque_1_n_m = 0.1;
  polynomial.torque_2_n_m = 0.2, polynomial.measured_density_kg_m3 = 1.2;
  CHECK(still_air_load(polynomial, 0.5, 0.6).thrust == Approx(0.5).epsilon(1e-14));
  CHECK(still_air_load(polynomial, 0.5, 0.6).torque == Approx(0.05).epsilon(1e-14));
}

}  // namespace
}  // namespace montecopter
