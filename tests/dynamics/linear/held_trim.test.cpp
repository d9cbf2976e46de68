/// Trims by an allocated wrench against closed forms, and controllers that start in one: their next
/// commands are those of the trim, and stay.

#include <catch2/catch.hpp>
#include <cmath>

#include "core/numerics/quaternion_exp.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/linear/allocated_trim.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {
namespace {

constexpr double gravity = 9.81, density = 1.225, mass = 1.6;

/// So many rotors evenly around the middle, which turn against their neighbours.
Multirotor ring(int rotors) {
  Multirotor vehicle;
  vehicle.mass_kg = mass;
  vehicle.inertia_kg_m2.xx = 0.02, vehicle.inertia_kg_m2.yy = 0.025;
  vehicle.inertia_kg_m2.zz = 0.04, vehicle.inertia_kg_m2.xz = 0.002;
  for (int i = 0; i < rotors; ++i) {
    const double angle = (i + 0.5) * 2 * M_PI / rotors;
    Rotor rotor;
    rotor.position_m = {0.25 * std::cos(angle), 0.25 * std::sin(angle), -0.02};
    rotor.axis = {0, 0, -1};
    rotor.spin = i % 2 == 0 ? 1 : -1;
    rotor.law = QuadraticRotor{{}, 2e-5, 3e-7};
    FirstOrderMotor motor;
    motor.time_constant_s = 0.02, motor.min = 0, motor.max = 900;
    rotor.motor = motor;
    vehicle.rotors.push_back(rotor);
  }
  return vehicle;
}

AllocatedTrim trim_of(const Multirotor& vehicle, const Eigen::Vector3d& velocity) {
  const auto trim = allocated_trim(MultirotorModel(vehicle, {gravity, density}),
                                   fold_allocation(vehicle, density), velocity);
  REQUIRE(trim);
  CHECK(trim->trim.residual < 1e-9);
  return *trim;
}

TEST_CASE("the tilt of a trim balances linear drag, whatever the number of rotors") {
  for (const int rotors : {4, 6, 8}) {
    Multirotor vehicle = ring(rotors);
    vehicle.linear_drag_n_s_m = 0.7;
    // tan(tilt) = K v / (m g), nose down ahead, and the thrust is the length of both.
    const AllocatedTrim ahead = trim_of(vehicle, {9, 0, 0});
    CHECK(ahead.trim.pitch_rad == Approx(-std::atan(0.7 * 9 / (mass * gravity))).epsilon(1e-10));
    CHECK(std::fabs(ahead.trim.roll_rad) < 1e-12);
    CHECK(ahead.wrench.thrust == Approx(std::hypot(0.7 * 9, mass * gravity)).epsilon(1e-10));
    const AllocatedTrim aside = trim_of(vehicle, {0, 5, 0});
    CHECK(aside.trim.roll_rad == Approx(std::atan(0.7 * 5 / (mass * gravity))).epsilon(1e-10));
    const AllocatedTrim climb = trim_of(vehicle, {0, 0, -3});
    CHECK(climb.wrench.thrust == Approx(mass * gravity + 0.7 * 3).epsilon(1e-12));
  }
}

TEST_CASE("a trim beyond the limits of the rotors is none") {
  Multirotor vehicle = ring(4);
  vehicle.linear_drag_n_s_m = 0.7;
  const MultirotorModel model(vehicle, {gravity, density});
  const RotorAllocation allocation = fold_allocation(vehicle, density);
  // Four rotors push 64.8 N at most: up to 89 m/s, where drag and weight are that long.
  CHECK(allocated_trim(model, allocation, {80, 0, 0}));
  CHECK_FALSE(allocated_trim(model, allocation, {95, 0, 0}));
}

/// What the controller of a nominal vehicle commands of one that flies in a trim of its own.
template <class C>
void check_holds(const C& controller, const SetPoint& set_point = {}) {
  const Multirotor nominal = ring(4);
  KnownModel known;
  known.vehicle = {nominal.mass_kg, gravity, {0.02, 0.025, 0.04, 0, 0.002, 0}};
  known.allocation = fold_allocation(nominal, density);
  known.period_s = 0.004;
  const auto k = controller.fold(known);
  const Wrench<double> wrench = {17.3, {0.21, -0.13, 0.017}};
  HeldTrim<double> trim{};
  trim.command = {wrench.thrust, wrench.moment.x, wrench.moment.y, wrench.moment.z, 0};
  // J^-1 M of J = [0.02 0 0.002; 0 0.025 0; 0.002 0 0.04].
  const double d = 0.02 * 0.04 - 0.002 * 0.002;
  trim.angular_acceleration = {(0.04 * 0.21 - 0.002 * 0.017) / d, -0.13 / 0.025,
                               (0.02 * 0.017 - 0.002 * 0.21) / d};
  double heading = 0.7;
  const Quat<double> q =
      product(Quat<double>{std::cos(heading / 2), 0, 0, std::sin(heading / 2)},
              product(quaternion_exp<double>({0, -0.1, 0}), quaternion_exp<double>({0.05, 0, 0})));
  if constexpr (requires { C::y_across_heading; }) {
    const Vec3<double> y_W = axes_of(Rotation<double>(q)).y;
    heading = std::atan2(-y_W.x, y_W.y);
  }
  const Feedback<double> x{{1, 2, -3}, {3, -1, 0.5}, q, {0, 0, 0}};
  Reference<double> reference{};
  reference.position = x.position, reference.velocity = x.velocity;
  reference.set_heading(heading, 0, 0);
  WrenchMemory<C, double> m;
  m.allocated = m.allocated_before = wrench, m.unallocated = {0, 0, 0};
  m.law.start(x, known.vehicle);
  m.law.hold(k, x, known.vehicle, {4, 1}, trim);
  const ControlView<double> view = {known.vehicle, x, reference, set_point, known.period_s};
  for (int update = 0; update < 100; ++update) {
    const Wrench<double> now = C::wrench(k, view, PastWrenches<double>{wrench, {0, 0, 0}}, m.law);
    CHECK(now.thrust == Approx(wrench.thrust).epsilon(1e-12));
    CHECK(now.moment.x == Approx(wrench.moment.x).epsilon(1e-10));
    CHECK(now.moment.y == Approx(wrench.moment.y).epsilon(1e-10));
    CHECK(now.moment.z == Approx(wrench.moment.z).epsilon(1e-10));
  }
}

TEST_CASE("a control law with a memory goes on from a trim") {
  Px4Controller px4;
  px4.position.position_gain_1_s = px4.position.velocity_gain_1_s = 2.0;
  px4.position.velocity_integral_gain_1_s2 = 0.4, px4.position.velocity_derivative_gain = 0.2;
  px4.attitude.gain_1_s = 5.0, px4.body_rate.gain_1_s = 12.0;
  px4.body_rate.integral_gain_1_s2 = 6.0, px4.body_rate.derivative_gain = 0.1;
  check_holds(px4);

  IndiController indi;
  indi.position_gain_1_s2 = 2.0, indi.velocity_gain_1_s = 2.0, indi.acceleration_gain = 0.5;
  indi.attitude_gain_1_s2 = 30.0, indi.rate_gain_1_s = 8.0, indi.motor_time_constant_s = 0.02;
  check_holds(indi);

  const std::array<double, 4> row = {0, 0, 0, 17.3};
  check_holds(RateController{}, {SetPointKind::body_rate, row.data()});
}

TEST_CASE("an integral without a gain holds nothing, and one with a limit that") {
  Px4Controller px4;
  px4.position.position_gain_1_s = px4.position.velocity_gain_1_s = 2.0;
  px4.attitude.gain_1_s = 5.0, px4.body_rate.gain_1_s = 12.0;
  px4.position.velocity_integral_gain_1_s2 = PerAxis(0.4, 0.0, 0.4);
  px4.body_rate.integral_gain_1_s2 = PerAxis(6.0, 6.0, 0.0);
  px4.body_rate.integral_limit_rad_s2 = 3.0;
  KnownModel known;
  known.vehicle = {mass, gravity, {0.02, 0.025, 0.04, 0, 0, 0}};
  known.allocation.thrust_high = 60, known.period_s = 0.004;
  Px4Memory<double> memory;
  const Quat<double> q = quaternion_exp<double>({0.1, 0.2, 0});
  const Feedback<double> x{{0, 0, 0}, {0, 0, 0}, q, {0, 0, 0}};
  memory.start(x, known.vehicle);
  memory.hold(px4.fold(known), x, known.vehicle, {4, 1}, {{17, 0, 0, 0, 0}, {2, -5, 1}, {}});
  CHECK(memory.velocity_integral.x < -1);
  CHECK(memory.velocity_integral.y == 0);
  CHECK(memory.rate_integral.x == 2);
  CHECK(memory.rate_integral.y == -3);
  CHECK(memory.rate_integral.z == 0);
}

}  // namespace
}  // namespace montecopter
