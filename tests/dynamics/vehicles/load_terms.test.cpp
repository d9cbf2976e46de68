/// Forces and moments by term against the equations that have their sums: at any state, mass times
/// v' and J omega' + omega x J omega. Flights are in tests/physics/load_terms.test.cpp.

#include "dynamics/vehicles/load_terms.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/marvin.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/multirotor_terms.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

using Vector = Vec3<double>;

double largest(const Vector& a) {
  return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
}

/// What is left of the forces and moments when the motion is taken from them: with terms in body
/// (0) or world axes (1).
template <class Dynamics>
void check_balance(const Dynamics& vehicle, const typename Dynamics::StateType& x,
                   const typename Dynamics::Input& input, double mass, double close_n,
                   double close_n_m) {
  LoadTerms<double> loads(x.attitude());
  vehicle.add_loads(x, input, mass, loads);
  typename Dynamics::StateType rate{};
  vehicle.derivative(x, input, rate);
  const Rotation<double> R(x.attitude());
  const Vector w = x.body_rate();
  const Vector moment = vehicle.c.inertia * rate.body_rate() + cross(w, vehicle.c.inertia * w);
  for (const int axes : {0, 1}) {
    Vector force = {0, 0, 0}, turning = {0, 0, 0};
    for (int k = 0; k < force_terms; ++k) force = force + loads.at(2 * k + axes);
    for (int k = 0; k < moment_terms; ++k) {
      turning = turning + loads.at(2 * (force_terms + k) + axes);
    }
    const Vector ma = mass * rate.velocity();
    INFO(axes);
    CHECK(largest(force - (axes == 0 ? R.inverse(ma) : ma)) < close_n);
    CHECK(largest(turning - (axes == 0 ? moment : R * moment)) < close_n_m);
  }
}

/// Every term that a multirotor may have.
Multirotor with_all_terms(const Motor& motor) {
  Multirotor v;
  v.mass_kg = 1.3;
  v.inertia_kg_m2 = {.xx = 0.01, .yy = 0.012, .zz = 0.019, .xy = 0.001, .xz = -5e-4, .yz = 7e-4};
  v.quadratic_drag_n_s2_m2 = 0.02;
  v.drag_area_m2 = 0.01;
  v.linear_drag_n_s_m = 0.1;
  v.rotor_drag_1_s = {0.2, 0.3, 0.1};
  v.translational_lift_1_m = 0.01;
  v.quadratic_aero_moment_n_m_s2 = {2e-4, 1e-5, 0, 1e-5, 3e-4, 0, 0, 0, 1e-4};
  v.linear_aero_moment_n_m_s = {1e-3, 0, 0, 0, 2e-3, 1e-4, 0, 0, 1e-3};
  v.velocity_aero_moment_n_s = {0, 1e-3, 0, -1e-3, 0, 0, 0, 0, 1e-4};
  for (int i = 0; i < 5; ++i) {
    Rotor rotor;
    rotor.position_m = {0.2 - 0.1 * i, i % 2 == 0 ? 0.15 : -0.15, -0.02};
    rotor.axis = {0.1, 0.05 * i, -1};
    rotor.spin = i % 2 == 0 ? 1 : -1;
    QuadraticRotor law;
    law.thrust_n_s2 = 2e-6, law.torque_n_m_s2 = 3e-8;
    rotor.law = law;
    rotor.motor = motor;
    v.rotors.push_back(rotor);
  }
  return v;
}

template <class M>
Motor motor_of() {
  M motor;
  motor.max = 2000;
  if constexpr (M::states > 0) {
    motor.rotor_inertia_kg_m2 = 2e-5;
    motor.time_constant_s = 0.03;
    if constexpr (M::lags_load) motor.speed_thrust_n_s2 = 2e-6;
  }
  return motor;
}

template <class S>
using Any = MultirotorDynamics<S, AnyRotors<max_rotors>, AnyPropulsion, AllTerms>;

MultirotorForm form_of(const Multirotor& vehicle) {
  MultirotorForm form;
  form.law = static_cast<int>(vehicle.rotors[0].law->index());
  form.motor = static_cast<int>(vehicle.rotors[0].motor->index());
  form.rotors = static_cast<int>(vehicle.rotors.size());
  form.terms = terms_of(vehicle);
  form.terms.contact = true;
  return form;
}

MultirotorConstants<double, max_rotors> fold(const Multirotor& vehicle) {
  MultirotorConstants<double, max_rotors> constants;
  fold_multirotor(vehicle, {.air_density_kg_m3 = 1.2}, static_cast<int>(max_rotors),
                  reinterpret_cast<double*>(&constants));
  return constants;
}

World<double> windy_world() {
  World<double> world{};
  world.c.gravity[0] = 9.81;
  world.c.wind = {3, -2, 1};
  world.c.air.density_kg_m3 = 1.2;
  return world;
}

/// Of the same mass and inertia, with its feet in the ground.
Contact<double> feet(const Multirotor& vehicle, const Symmetric3<double>& inverse_inertia) {
  SpringDamperGround springs;
  springs.stiffness_n_m = 900, springs.damping_n_s_m = 12;
  const Ground ground = springs;
  const std::vector<ContactPoint> points = {
      {{0.2, 0.2, 0.1}}, {{-0.2, 0.2, 0.1}}, {{0, -0.2, 0.1}}};
  return {static_cast<int>(ground.index()), static_cast<int>(points.size()),
          fold_contact(ground, {vehicle.mass_kg, inverse_inertia, {1, 1, 1}, &points})};
}

class Draws {
 public:
  explicit Draws(unsigned seed) : generator_(seed) {}
  double within(double limit) {
    return std::uniform_real_distribution<double>(-limit, limit)(generator_);
  }
  template <class StateType>
  StateType state(int rotors, double speed) {
    StateType x{};
    for (int k = 0; k < rigid_body_size; ++k) x.x[k] = within(k < 3 ? 0.05 : 3);
    x.normalise_attitude();
    for (int k = 0; k < rotors; ++k) x.actuator(k) = speed * (1 + within(0.3));
    return x;
  }

 private:
  std::mt19937 generator_;
};

TEST_CASE("the terms of a multirotor add up to what its equations make of them") {
  const bool lags = GENERATE(false, true);
  const Motor motor = lags ? motor_of<LoadLagMotor>() : motor_of<FirstOrderMotor>();
  const Multirotor vehicle = with_all_terms(motor);
  const auto constants = fold(vehicle);
  const Any<double> dynamics = Any<double>::make(form_of(vehicle), constants, windy_world(),
                                                 feet(vehicle, constants.inverse_inertia));
  Draws draws(4);
  for (int i = 0; i < 100; ++i) {
    auto x = draws.state<Any<double>::StateType>(5, lags ? 3 : 1200);
    if (lags) {
      for (int k = 0; k < 5; ++k) x.actuator(5 + k) = 0.05 + draws.within(0.01);
    }
    Any<double>::Input input;
    for (double& command : input.command) command = 1200 + draws.within(300);
    // Some 100 N and 10 N m in the springs, 20 N and 1 N m in the rest: some ulp of these.
    check_balance(dynamics, x, input, vehicle.mass_kg, 1e-12, 1e-13);
  }
}

TEST_CASE("each term of a multirotor is the force that its key says") {
  Multirotor vehicle = with_all_terms(motor_of<FirstOrderMotor>());
  for (Rotor& rotor : vehicle.rotors) rotor.axis = {0, 0, -1};
  vehicle.linear_drag_n_s_m = 0.1;
  vehicle.quadratic_drag_n_s2_m2 = vehicle.drag_area_m2 = vehicle.translational_lift_1_m = 0;
  vehicle.rotor_drag_1_s = {};
  const auto constants = fold(vehicle);
  MultirotorForm form = form_of(vehicle);
  form.terms.contact = false;
  const Any<double> dynamics = Any<double>::make(form, constants, windy_world(), Contact<double>{});
  Any<double>::StateType x{};
  x.set_attitude({std::sqrt(0.5), 0, 0, std::sqrt(0.5)});  // its nose to the east
  x.set_velocity({4, 4, 0});
  for (int k = 0; k < 5; ++k) x.actuator(k) = 1000;
  LoadTerms<double> loads(x.attitude());
  dynamics.add_loads(x, {}, vehicle.mass_kg, loads);
  const auto body = [&](ForceTerm term) { return loads.at(2 * static_cast<int>(term)); };
  const auto world = [&](ForceTerm term) { return loads.at(2 * static_cast<int>(term) + 1); };
  CHECK(body(ForceTerm::thrust).z == Approx(-5 * 2e-6 * 1e6).epsilon(1e-14));
  CHECK(world(ForceTerm::gravity).z == Approx(1.3 * 9.81).epsilon(1e-15));
  // Relative to the air: 1 m/s north, 6 m/s east, which is ahead, 1 m/s up.
  CHECK(world(ForceTerm::drag).x == Approx(-0.1).epsilon(1e-13));
  CHECK(world(ForceTerm::drag).y == Approx(-0.6).epsilon(1e-13));
  CHECK(world(ForceTerm::drag).z == Approx(0.1).epsilon(1e-13));
  CHECK(body(ForceTerm::drag).x == Approx(-0.6).epsilon(1e-13));
  CHECK(body(ForceTerm::drag).y == Approx(0.1).epsilon(1e-13));
  Any<double>::Input input;
  CHECK(dynamics.thrust_fraction(x, input) == Approx(0.25).epsilon(1e-14));
}

TEST_CASE("the fraction of no thrust is none") {
  const bool lags = GENERATE(false, true);
  const Motor motor = lags ? motor_of<LoadLagMotor>() : motor_of<FirstOrderMotor>();
  const Multirotor vehicle = with_all_terms(motor);
  auto failed = fold(vehicle), idle = failed;
  for (int i = 0; i < 5; ++i) {
    failed.rotor[i].unit = {0, 0};
    if (lags) failed.rotor[i].motor[LoadLagMotor::effectiveness] = 0;
    idle.rotor[i].low = idle.rotor[i].high = 0;
  }
  // Rotors that run down to commands of 0 still have a thrust, but none to compare it with.
  for (const auto& constants : {failed, idle}) {
    const auto dynamics =
        Any<double>::make(form_of(vehicle), constants, windy_world(), Contact<double>{});
    Any<double>::StateType x{};
    x.set_attitude({1, 0, 0, 0});
    for (int k = 0; k < 5; ++k) x.actuator(k) = lags ? 3 : 1000;
    CHECK(dynamics.thrust_fraction(x, {}) == 0);
  }
  MarvinDynamics helicopter = dynamics_of(marvin());
  helicopter.c.servo[0].high = 1100;
  MarvinState x{};
  x.set_attitude({1, 0, 0, 0});
  x.actuator(1) = 1000;
  CHECK(helicopter.thrust_fraction(x, {}) == 0);
}

TEST_CASE("the terms of a helicopter add up to what its equations make of them") {
  const Helicopter vehicle = marvin();
  const MarvinDynamics dynamics = dynamics_of(vehicle, {.to_m_s = {3, -2, 1}});
  Draws draws(5);
  for (int i = 0; i < 100; ++i) {
    auto x = draws.state<MarvinState>(0, 0);
    const double actuators[] = {120, 1000, 60, 45, -200, 700};
    for (int k = 0; k < 6; ++k) x.actuator(k) = actuators[k] * (1 + draws.within(0.1));
    // Some 200 N, at arms of 1 m.
    check_balance(dynamics, x, {}, vehicle.mass_kg, 1e-12, 1e-12);
  }
}

TEST_CASE("lanes have the bits of a double") {
  using P = Pack<FourLanes>;
  const Multirotor vehicle = with_all_terms(motor_of<FirstOrderMotor>());
  const auto constants = fold(vehicle);
  const Contact<double> ground = feet(vehicle, constants.inverse_inertia);
  const auto spread = [](const auto& numbers, auto& packs) {
    constexpr std::size_t count = sizeof(numbers) / sizeof(double);
    static_assert(sizeof(packs) == count * sizeof(P));
    const auto* from = reinterpret_cast<const double*>(&numbers);
    auto* to = reinterpret_cast<P*>(&packs);
    for (std::size_t k = 0; k < count; ++k) to[k] = P(from[k]);
  };
  MultirotorConstants<P, max_rotors> wide_constants;
  spread(constants, wide_constants);
  World<P> world{};
  spread(windy_world().c, world.c);
  Contact<P> wide_ground{ground.ground, ground.points, {}};
  spread(ground.c, wide_ground.c);
  const Any<double> narrow = Any<double>::make(form_of(vehicle), constants, windy_world(), ground);
  const Any<P> wide = Any<P>::make(form_of(vehicle), wide_constants, world, wide_ground);
  Draws draws(6);
  for (int i = 0; i < 20; ++i) {
    const auto x = draws.state<Any<double>::StateType>(5, 1200);
    Any<P>::StateType y;
    spread(x.x, y.x);
    Any<double>::Input a;
    a.command.fill(1300);
    Any<P>::Input b;
    b.command.fill(P(1300.0));
    LoadTerms<double> loads(x.attitude());
    LoadTerms<P> packs(y.attitude());
    narrow.add_loads(x, a, 1.3, loads);
    wide.add_loads(y, b, P(1.3), packs);
    const auto same = [](double one, const P& pack) {
      const double lane = pack.lane(P::width - 1);
      return std::memcmp(&one, &lane, sizeof(one)) == 0;
    };
    for (int k = 0; k < load_signals; ++k) {
      CHECK(same(loads.at(k).x, packs.at(k).x));
      CHECK(same(loads.at(k).y, packs.at(k).y));
      CHECK(same(loads.at(k).z, packs.at(k).z));
    }
    CHECK(same(narrow.thrust_fraction(x, a), wide.thrust_fraction(y, b)));
  }
}

}  // namespace
}  // namespace montecopter
