/// What holds for any helicopter, whatever its numbers: conservation, invariance, limits, lanes.

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "core/numerics/pack.hpp"
#include "dynamics/vehicles/marvin.hpp"

namespace montecopter {

// The worlds of the program have what the equations ask for.
template struct HelicopterDynamics<double>;
template struct HelicopterDynamics<Pack<isa::Native>>;

namespace {

/// Another draw of the sequence, in +-limit.
class Draws {
 public:
  explicit Draws(unsigned seed) : generator_(seed) {}
  double within(double limit) {
    return std::uniform_real_distribution<double>(-limit, limit)(generator_);
  }

  MarvinState state() {
    MarvinState s = hovering();
    for (int k = 0; k < 6; ++k) s.x[k] = within(10);
    for (int k = 6; k < 10; ++k) s.x[k] = within(1);
    for (int k = 10; k < 13; ++k) s.x[k] = within(2);
    for (int k = 13; k < 19; ++k) s.x[k] = s.x[k] * (1 + within(0.5));
    s.normalise_attitude();
    return s;
  }

 private:
  std::mt19937_64 generator_;
};

Helicopter skewed() {
  Helicopter vehicle = marvin();
  vehicle.inertia_kg_m2.xy = 0.03, vehicle.inertia_kg_m2.xz = -0.05,
  vehicle.inertia_kg_m2.yz = 0.02;
  return vehicle;
}

Helicopter without_drag(Helicopter vehicle) {
  vehicle.body_drag_kg_m = {0, 0, 0}, vehicle.tail_drag_kg_m = 0;
  return vehicle;
}

/// Angular momentum of body and rotors about the centre of mass, world axes.
Vec3<double> momentum(const MarvinDynamics& d, const MarvinState& s) {
  Vec3<double> h = d.c.inertia * s.body_rate();
  h.y += d.c.tail_inertia * s.actuator(0), h.z += d.c.main_inertia * s.actuator(0);
  return Rotation<double>(s.attitude()) * h;
}

TEST_CASE("in vacuum no angular momentum is lost, though friction stops the rotors") {
  const MarvinDynamics dynamics = dynamics_of(without_drag(skewed()), {.density_kg_m3 = 0});
  MarvinState state = hovering();
  state.set_body_rate({0.5, -0.3, 0.2});
  const Vec3<double> before = momentum(dynamics, state);
  for (int n = 0; n < 50000; ++n) step(dynamics, 1e-4, {}, state);
  CHECK(state.actuator(0) == Approx(120 * std::exp(-5 * 0.7 / 120 / 0.29331222222222223)));
  const Vec3<double> gap = momentum(dynamics, state) - before;
  CHECK(std::sqrt(dot(gap, gap)) < 1e-9 * std::sqrt(dot(before, before)));
}

TEST_CASE("gyroscopic torque does no work") {
  Helicopter vehicle = without_drag(skewed());
  vehicle.operating_points.first_hover.friction_torque_n_m = 0;
  const MarvinDynamics dynamics = dynamics_of(vehicle, {.density_kg_m3 = 0});
  const auto energy = [&](const MarvinState& s) {
    return dot(s.body_rate(), dynamics.c.inertia * s.body_rate()) / 2;
  };
  MarvinState state = hovering();
  state.set_body_rate({0.5, -0.3, 0.2});
  const double before = energy(state);
  for (int n = 0; n < 50000; ++n) step(dynamics, 1e-4, {}, state);
  CHECK(std::fabs(energy(state) - before) < 1e-9 * before);  // 1e-10 of it is RK4's, per second
  CHECK(state.actuator(0) == 120);
}

TEST_CASE("what the engine gives and the air does not take turns the rotors") {
  // Equation 27: the kinetic energy of main rotor, tail rotor (at its own speed) and drive changes
  // by the power of all torques.
  const Helicopter vehicle = marvin();
  const MarvinDynamics dynamics = dynamics_of(vehicle);
  Draws draws(1);
  for (int i = 0; i < 100; ++i) {
    const MarvinState s = draws.state();
    const double main = dynamics.rotor_speed(0, s), tail = dynamics.rotor_speed(1, s);
    const double main_rate = rates(dynamics, {}, s).actuator(0);
    const double tail_rate = main_rate * 85 / 15;
    const double gain =
        0.184 * main * main_rate + 0.00029 * tail * tail_rate + 0.1 * main * main_rate;
    const double density = dynamics.world.air(s.x[2]).density_kg_m3 / 1.225;
    // At the first operating point the engine balances torques of 10.359839, 0.2 n_T and 0.7 N m.
    const double engine = s.x[18] / 730 * (10.359838676902585 + 0.2 * 85 / 15 + 0.7) * density;
    const double taken =
        dynamics.rotor_load(0, s, {}).torque * main + dynamics.rotor_load(1, s, {}).torque * tail;
    CHECK(gain ==
          Approx(engine * main - taken - 0.7 / 120 * main * main).epsilon(1e-11).margin(1e-8));
  }
}

TEST_CASE("only the velocity through the air counts") {
  Draws draws(2);
  for (int i = 0; i < 20; ++i) {
    MarvinState state = draws.state();
    const Vec3<double> wind = {draws.within(8), draws.within(8), draws.within(8)};
    const MarvinState windy = rates(dynamics_of(marvin(), {.to_m_s = wind}), {}, state);
    state.set_velocity(state.velocity() - wind);
    const MarvinState calm = rates(dynamics_of(marvin()), {}, state);
    for (int k = 3; k < 19; ++k)
      CHECK(windy.x[k] == Approx(calm.x[k]).epsilon(1e-12).margin(1e-12));
  }
}

TEST_CASE("the direction of north does not count") {
  // Turned by a quarter about the vertical: (x, y) -> (-y, x), attitude from the left.
  const MarvinDynamics dynamics = dynamics_of(skewed());
  Draws draws(3);
  for (int i = 0; i < 20; ++i) {
    const MarvinState state = draws.state();
    MarvinState turned = state;
    const Vec3<double> p = state.position(), v = state.velocity();
    const Quat<double> q = state.attitude();
    const double s = std::sqrt(0.5);
    turned.set_position({-p.y, p.x, p.z}), turned.set_velocity({-v.y, v.x, v.z});
    turned.set_attitude({s * (q.w - q.z), s * (q.x - q.y), s * (q.y + q.x), s * (q.z + q.w)});
    const MarvinState a = rates(dynamics, {}, state), b = rates(dynamics, {}, turned);
    CHECK(b.x[3] == Approx(-a.x[4]).margin(1e-11));
    CHECK(b.x[4] == Approx(a.x[3]).margin(1e-11));
    CHECK(b.x[5] == Approx(a.x[5]).margin(1e-11));
    for (int k = 10; k < 14; ++k) CHECK(b.x[k] == Approx(a.x[k]).epsilon(1e-11).margin(1e-10));
  }
}

TEST_CASE(
    "rotors and engine are in proportion to the density of the air, friction and drag are not") {
  const MarvinDynamics thick = dynamics_of(marvin(), {.density_kg_m3 = 1.225, .pressure_pa = 1e30});
  const MarvinDynamics thin = dynamics_of(marvin(), {.density_kg_m3 = 0.6125, .pressure_pa = 1e30});
  Draws draws(4);
  for (int i = 0; i < 20; ++i) {
    MarvinState s = draws.state();
    for (int rotor = 0; rotor < 2; ++rotor) {
      const Load<double> a = thick.rotor_load(rotor, s, {}), b = thin.rotor_load(rotor, s, {});
      CHECK(b.thrust == 0.5 * a.thrust);
      CHECK(b.torque == 0.5 * a.torque);
    }
    const double friction = -0.7 / 120 * s.actuator(0) * thick.c.inverse_train;
    CHECK(rates(thin, {}, s).actuator(0) - friction ==
          Approx(0.5 * (rates(thick, {}, s).actuator(0) - friction)).epsilon(1e-12).margin(1e-12));
    s.x[13] = 0;
    s.x[17] = 0;  // a rotor at rest in a wind lifts by its C_1 still; that of the tail is 0
    const Vec3<double> a = felt(thick, s, {}), b = felt(thin, s, {});
    CHECK(b.x == Approx(a.x).epsilon(1e-12));
    CHECK(b.y == Approx(a.y).epsilon(1e-12));
  }
}

TEST_CASE("noise adds to the accelerations as it is") {
  const MarvinDynamics dynamics = dynamics_of(skewed());
  MarvinDynamics::Input noisy{};
  noisy.f_W = {1, 2, 3};
  noisy.alpha_B = dynamics.angular_acceleration_of({0.1, 0.2, 0.3});
  const MarvinState state = Draws(5).state();
  const MarvinState a = rates(dynamics, {}, state), b = rates(dynamics, noisy, state);
  const Vec3<double> force = b.velocity() - a.velocity(), spin = b.body_rate() - a.body_rate();
  const Vec3<double> moment = dynamics.c.inertia * spin;
  CHECK(force.x == Approx(1).epsilon(1e-12));
  CHECK(force.y == Approx(2).epsilon(1e-12));
  CHECK(force.z == Approx(3).epsilon(1e-12));
  CHECK(moment.x == Approx(0.1).epsilon(1e-10));
  CHECK(moment.y == Approx(0.2).epsilon(1e-10));
  CHECK(moment.z == Approx(0.3).epsilon(1e-10));
  const Vec3<double> difference = felt(dynamics, state, noisy) - felt(dynamics, state, {});
  CHECK(dot(difference, difference) == Approx(14).epsilon(1e-12));
}

TEST_CASE("states stay within their limits") {
  Helicopter vehicle = marvin();
  vehicle.servos.collective_min = 200, vehicle.servos.collective_max = 1200;
  vehicle.servos.throttle_min = 0;
  vehicle.body_rate_limit_rad_s = 4;
  const MarvinDynamics dynamics = dynamics_of(vehicle);
  CHECK(dynamics.clamp_command(0, 1e9) == 1200);
  CHECK(dynamics.clamp_command(0, -1e9) == 200);
  CHECK(dynamics.clamp_command(1, -1e9) == -1e9);
  CHECK(dynamics.clamp_command(4, -5) == 0);
  MarvinState state = hovering();
  MarvinState same = state;
  dynamics.limit(same);
  CHECK(same.x == state.x);
  state.set_body_rate({5, -5, 3});
  state.x[13] = -1, state.x[14] = 100, state.x[15] = -1e9, state.x[18] = -3;
  dynamics.limit(state);
  CHECK((state.x[10] == 4 && state.x[11] == -4 && state.x[12] == 3));
  CHECK((state.x[13] == 0 && state.x[14] == 200 && state.x[15] == -1e9 && state.x[18] == 0));
}

TEST_CASE("a throttle below idle does not brake") {
  const MarvinDynamics dynamics = dynamics_of(marvin());
  MarvinState state = hovering();
  const auto rate = [&](double throttle) {
    state.x[18] = throttle;
    return rates(dynamics, {}, state).actuator(0);
  };
  CHECK(rate(-100) == rate(0));
  CHECK(rate(100) > rate(0));
}

TEST_CASE("reversed flow at the inner blades is told") {
  const MarvinDynamics dynamics = dynamics_of(marvin());
  MarvinState state = hovering();
  state.set_attitude({1, 0, 0, 0});
  const auto flies = [&](double north, double east, double down) {
    state.set_velocity({north, east, down});
    const auto exceeded = dynamics.exceeded_limits(state);
    return std::array<bool, 2>{exceeded[0] == 0, exceeded[1] == 0};
  };
  using Both = std::array<bool, 2>;
  CHECK(flies(0, 0, 0) == Both{true, true});
  CHECK(flies(8.4, 8.4, 0) == Both{true, true});      // 11.88 of 12 m/s
  CHECK(flies(8.6, 8.6, 0) == Both{false, true});     // 12.16
  CHECK(flies(0, 40, 0) == Both{false, true});        // along the shaft of the tail rotor
  CHECK(flies(0, 0, 33.9) == Both{true, true});       // along that of the main rotor
  CHECK(flies(0, 0, 34.1) == Both{true, false});      // of 34
  CHECK(flies(24.1, 0, 24.1) == Both{false, false});  // 34.08
  state.x[13] = 0;
  CHECK(flies(0, 0, 0) == Both{false, false});  // nothing turns
}

TEST_CASE("a rigid disc that descends in its own wake is told") {
  const MarvinDynamics dynamics = dynamics_of(marvin());
  MarvinState state = hovering();
  state.set_attitude({1, 0, 0, 0});
  const Helicopter vehicle = marvin();
  const double radius = vehicle.main_rotor.outer_radius_m;
  const double thrust = dynamics.rotor_load(0, state, {}).thrust;  // whatever the climb
  const double hover =
      std::sqrt(thrust / (2 * M_PI * radius * radius * vehicle.operating_points.air_density_kg_m3));
  CHECK(hover == Approx(hover_inflow_m_s(vehicle, 11 * 9.81)).epsilon(0.01));
  const auto told = [&](double across, double descent) {
    state.set_velocity({across * hover, 0, descent * hover});
    const auto exceeded = dynamics.exceeded_limits(state);
    CHECK(exceeded == std::array<double, helicopter_limit_count>{});  // its flights have no ring
    return dynamics.in_vortex_ring(state) != 0;
  };
  for (const double descent : {0.46, 0.975, 1.49}) CHECK(told(0, descent));
  for (const double descent : {-1.0, 0.0, 0.44, 1.51}) CHECK_FALSE(told(0, descent));
  CHECK(told(0.94, 0.975));
  CHECK_FALSE(told(0.96, 0.975));
}

/// The same air everywhere, for any S.
template <class S>
struct SteadyAir {
  S gravity_m_s2, density_kg_m3;
  Vec3<S> to_m_s;

  S gravity(const S&) const { return gravity_m_s2; }
  Air<S> air(const S&) const { return {density_kg_m3, S(0.0), S(0.0)}; }
  const Vec3<S>& wind() const { return to_m_s; }
};

/// The constants of one sample in every lane.
template <class S, class Whole, class One>
Whole in_lanes(const One& one) {
  static_assert(sizeof(Whole) % sizeof(S) == 0 &&
                sizeof(Whole) / sizeof(S) == sizeof(One) / sizeof(double));
  std::array<double, sizeof(One) / sizeof(double)> numbers;
  std::memcpy(numbers.data(), &one, sizeof(one));
  std::array<S, sizeof(Whole) / sizeof(S)> lanes;
  for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k] = S(numbers[k]);
  Whole whole;
  std::memcpy(static_cast<void*>(&whole), lanes.data(), sizeof(whole));
  return whole;
}

TEST_CASE("a lane of a pack has the bits of a double") {
  using P = Pack<isa::Native>;
  using Wide = HelicopterDynamics<P, SteadyAir<P>>;
  using Narrow = HelicopterDynamics<double, SteadyAir<double>>;
  const SteadyAir<double> here = {9.81, 1.1, {3, -2, 1}};
  Helicopter vehicle = skewed();
  vehicle.body_rate_limit_rad_s = 1.5;
  vehicle.servos.collective_min = 800, vehicle.servos.collective_max = 1100;
  const std::string advance = GENERATE(as<std::string>(), "continuous", "per_step");
  vehicle.servos.advance = advance;
  const HelicopterConstants<double> constants = fold_helicopter(vehicle, 0.01);
  const Narrow narrow = {constants, here};
  const Wide wide = {in_lanes<P, Wide::Constants>(constants), in_lanes<P, SteadyAir<P>>(here)};
  Draws draws(6);
  for (int i = 0; i < 200; ++i) {
    Narrow::StateType a;
    a.x = draws.state().x;
    Wide::StateType b = in_lanes<P, Wide::StateType>(a);
    Narrow::Input in;
    for (double& command : in.command) command = draws.within(1500);
    in.f_W = {draws.within(1), draws.within(1), draws.within(1)};
    in.alpha_B = {draws.within(1), draws.within(1), draws.within(1)};
    const Wide::Input wide_in = in_lanes<P, Wide::Input>(in);
    Narrow::StateType rate_a;
    Wide::StateType rate_b;
    narrow.derivative(a, in, rate_a);
    wide.derivative(b, wide_in, rate_b);
    const auto same = [](double x, const P& y) {
      const double lane = y.lane(P::width - 1);
      return std::memcmp(&x, &lane, sizeof(x)) == 0;
    };
    for (int k = 0; k < 19; ++k) CHECK(same(rate_a.x[k], rate_b.x[k]));
    for (int rotor = 0; rotor < 2; ++rotor) {
      CHECK(
          same(narrow.rotor_load(rotor, a, in).thrust, wide.rotor_load(rotor, b, wide_in).thrust));
      CHECK(
          same(narrow.rotor_load(rotor, a, in).torque, wide.rotor_load(rotor, b, wide_in).torque));
    }
    CHECK(same(felt(narrow, a, in).z, felt(wide, b, wide_in).z));
    const auto exceeded = narrow.exceeded_limits(a);
    const auto wide_exceeded = wide.exceeded_limits(b);
    for (std::size_t k = 0; k < exceeded.size(); ++k) CHECK(same(exceeded[k], wide_exceeded[k]));
    narrow.after_step(0.01, in, a), wide.after_step(0.01, wide_in, b);
    narrow.limit(a), wide.limit(b);
    for (int k = 0; k < 19; ++k) CHECK(same(a.x[k], b.x[k]));
  }
}

}  // namespace
}  // namespace montecopter
