/// Rotors and engine that follow from two hovers: MARVIN's printed numbers, and the hovers
/// themselves.

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "dynamics/vehicles/marvin.hpp"

namespace montecopter {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST_CASE("the loads of a hover follow from its slope") {
  const Helicopter vehicle = marvin();
  const HoverLoads first = hover_loads(vehicle, 0.092), second = hover_loads(vehicle, 0.0998);
  CHECK(std::fabs(first.lift_n - 107.453647) < 5e-7);  // all printed digits
  CHECK(std::fabs(first.side_n - 9.913721) < 5e-7);
  // Equation 24 as printed, F_zA d_T = 112.3 N m, would be 13.5 kW at the rotor.
  CHECK(std::fabs(first.torque_n_m - 10.359839) < 5e-7);
  CHECK(std::fabs(second.lift_n - 107.373052) < 5e-7);
  CHECK(std::fabs(second.torque_n_m - 11.235369) < 5e-7);
}

TEST_CASE("the coefficients are those of an independent solution") {
  const MarvinFlight flight("marvin_a");
  const BladeCoefficients main = main_blades(marvin()), tail = tail_blades(marvin());
  const auto check = [&](double ours, const char* key) {
    INFO(key);
    // 17 digits; a difference of two hovers loses one of them.
    CHECK(ours == Approx(flight.number(std::string("parameters.") + key)).epsilon(1e-14));
  };
  check(main.lift_0, "C_M1");
  check(main.lift_1, "C_M2");
  check(main.drag_0, "K_M1");
  check(main.drag_2, "K_M2");
  check(tail.lift_0, "C_T1");
  check(tail.lift_1, "C_T2");
  check(tail.drag_0, "K_T1");
  check(tail.drag_2, "K_T2");
  // The share of a hover's lift and drag that is there at zero pitch.
  CHECK(std::fabs(main.lift_0 / (main.lift_0 + main.lift_1 * 1030) - 0.1988) < 5e-5);
  CHECK(std::fabs(main.drag_0 / (main.drag_0 + main.drag_2 * 1030 * 1030) - 0.7744) < 5e-5);
}

TEST_CASE("the lift at zero pitch decides the second collective pitch") {
  struct Row {
    double collective, lift_0, lift_1;
  };
  const auto row = GENERATE(values<Row>({{876.97, 0, 2.02283638e-05},
                                         {859.97, 0.00208352147, 1.82055274e-05},
                                         {838.72, 0.00416704294, 1.6182691e-05},
                                         {811.39, 0.00625056442, 1.41598547e-05}}));
  Helicopter vehicle = marvin();
  vehicle.operating_points.second_hover = {130, 0.099824, row.collective, {}};
  const BladeCoefficients main = main_blades(vehicle);
  // The pitch is printed to 0.01 counts of some 170 between the hovers, so the slope to 5e-5.
  CHECK(main.lift_1 == Approx(row.lift_1).epsilon(1e-4));
  CHECK(std::fabs(main.lift_0 - row.lift_0) < 1030 * 1e-4 * row.lift_1);
}

TEST_CASE("a second tail pitch gives what symmetric blades do") {
  Helicopter vehicle = marvin();
  vehicle.operating_points.second_hover.tail = -189.437;
  const BladeCoefficients tail = tail_blades(vehicle);
  // Printed to 0.0005 counts of 16 between the hovers.
  CHECK(tail.lift_1 == Approx(-0.0002523256707776724).epsilon(5e-5));
  CHECK(std::fabs(tail.lift_0) < 205 * 5e-5 * 0.00025);
}

TEST_CASE("the folded helicopter does in both hovers what was measured") {
  const Helicopter vehicle = marvin();
  MarvinDynamics dynamics = dynamics_of(vehicle);
  MarvinState state{};
  state.set_attitude({1, 0, 0, 0});
  const auto load = [&](int rotor, double speed, double collective, double tail) {
    state.x[13] = speed, state.x[14] = collective, state.x[17] = tail;
    return dynamics.rotor_load(rotor, state, {});
  };
  const auto close = [](double wanted) { return Approx(wanted).epsilon(1e-13); };
  const HoverLoads first = hover_loads(vehicle, 0.092), second = hover_loads(vehicle, 0.0998);
  CHECK(load(0, 120, 1030, -205).thrust == close(first.lift_n));
  CHECK(load(0, 120, 1030, -205).torque == close(first.torque_n_m));
  CHECK(load(1, 120, 1030, -205).thrust == close(first.side_n));
  CHECK(load(1, 120, 1030, -205).torque == close(0.2));
  CHECK(load(1, 120, 1030, 0).torque == close(0.1));  // half of it is profile drag
  CHECK(load(0, 130, 839, 0).thrust == close(second.lift_n));
  CHECK(load(0, 130, 839, 0).torque == close(second.torque_n_m));
  state.x[18] = 730;
  load(0, 120, 1030, -205);
  CHECK(std::fabs(rates(dynamics, {}, state).actuator(0)) < 1e-12);
}

TEST_CASE("a heavier sample has the same rotors") {
  Helicopter heavy = marvin();
  heavy.mass_kg = 12;
  const HelicopterConstants<double> a = fold_helicopter(marvin(), 1), b = fold_helicopter(heavy, 1);
  CHECK(std::memcmp(&a.main, &b.main, sizeof(a.main)) == 0);
  CHECK(std::memcmp(&a.tail, &b.tail, sizeof(a.tail)) == 0);
  CHECK(a.engine_gain == b.engine_gain);
  CHECK(b.inverse_mass == 1.0 / 12);
  // Flown in thinner air, the same hovers mean stronger rotors.
  Helicopter high = marvin();
  high.operating_points.air_density_kg_m3 = 1.0;
  const MarvinDynamics at_sea = dynamics_of(high);
  MarvinState state = hovering();
  CHECK(at_sea.rotor_load(0, state, {}).thrust ==
        Approx(1.225 * dynamics_of(marvin()).rotor_load(0, state, {}).thrust).epsilon(1e-14));
}

TEST_CASE("both frames give the same constants") {
  Helicopter flu = marvin();
  flu.inertia_kg_m2.xy = 0.03, flu.inertia_kg_m2.xz = -0.05, flu.inertia_kg_m2.yz = 0.02;
  Helicopter frd = flu;
  frd.frame = "NED/FRD";
  frd.main_rotor.position_m = {0.019, -0.013, 0};
  frd.inertia_kg_m2.xy = -0.03, frd.inertia_kg_m2.xz = 0.05;
  const HelicopterConstants<double> a = fold_helicopter(flu, 1), b = fold_helicopter(frd, 1);
  CHECK(std::memcmp(&a, &b, sizeof(a)) == 0);
}

TEST_CASE("noise, limits and lag are folded") {
  Helicopter vehicle = marvin();
  vehicle.process_noise.force_n2_s = 0.04, vehicle.process_noise.moment_n2_m2_s = 0.09;
  vehicle.servos.tail_min = -400, vehicle.servos.tail_max = 300;
  HelicopterConstants<double> c = fold_helicopter(vehicle, 0.01);
  CHECK(c.force_noise == Approx(2.0 / 11).epsilon(1e-15));  // sqrt(0.04 / 0.01) / m
  CHECK(c.moment_noise == Approx(3).epsilon(1e-15));
  CHECK((c.servo[3].low == -400 && c.servo[3].high == 300));
  CHECK((c.servo[0].low == -infinity && c.servo[0].high == infinity));
  CHECK(c.rate_limit == infinity);
  CHECK((c.servo_rate == 2.5 && c.servo_step_rate == 0));
  vehicle.servos.advance = "per_step";
  c = fold_helicopter(vehicle, 0.01);
  CHECK((c.servo_rate == 0 && c.servo_step_rate == 2.5));
  const std::array<double, 5> commands = {1000, 50, -50, -500, 700};
  CHECK(settled_actuators(vehicle, commands) == std::vector<double>{120, 1000, 50, -50, -400, 700});
}

TEST_CASE("numbers that contradict each other are not flown") {
  const auto flies = [](auto change, double step_s = 0.01,
                        IntegratorKind kind = integrator_number<Rk4Integrator>) {
    Helicopter vehicle = marvin();
    change(vehicle);
    return is_flyable(vehicle, kind, step_s);
  };
  using H = Helicopter&;
  CHECK(flies([](H) {}));
  CHECK_FALSE(flies([](H v) { v.inertia_kg_m2.xx = 3; }));
  CHECK_FALSE(flies([](H v) { v.main_rotor.inner_radius_m = 0.92; }));
  CHECK_FALSE(flies([](H v) { v.tail_rotor.inner_radius_m = 0.2; }));
  CHECK_FALSE(flies([](H v) { v.operating_points.second_hover.collective = 1030; }));
  CHECK_FALSE(flies([](H v) { v.operating_points.second_hover.collective = -1030; }));
  CHECK_FALSE(flies([](H v) { v.operating_points.first_hover.tail = 0; }));
  CHECK_FALSE(flies([](H v) { v.operating_points.second_hover.tail = -205; }));
  CHECK_FALSE(flies([](H v) { v.servos.cyclic_x_min = v.servos.cyclic_x_max = 5; }));
  // The lag is 0.4 s: Runge-Kutta follows it in steps below 2.785 lags, held servos below two.
  CHECK(flies([](H) {}, 1.11));
  CHECK_FALSE(flies([](H) {}, 1.12));
  const auto held = [](H v) { v.servos.advance = "per_step"; };
  CHECK(flies(held, 0.79));
  CHECK_FALSE(flies(held, 0.8));
  CHECK(flies([](H) {}, 10, integrator_number<Dopri5Integrator>));
  CHECK_FALSE(flies(held, 0.8, integrator_number<Dopri5Integrator>));
}

}  // namespace
}  // namespace montecopter
