/// Electric motors against closed forms: steady speed and time constant under a linear and a
/// quadratic drag torque, the network of battery and motors, the energy of a flight, trims and
/// linear models.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/linear/multirotor_trim.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "support/fly.hpp"
#include "support/plus_quad.hpp"

namespace montecopter {
namespace {

constexpr double step_s = 1e-4, pi = 3.14159265358979323846;
/// Like a motor of 920 rpm/V with a propeller of 10 in.
constexpr double kv = 920 * pi / 30, k = 1 / kv, ohm = 0.15, idle_a = 0.7, inertia = 6e-5;
constexpr double volts = 14.8, most = 1000;
constexpr double thrust = 5e-6, torque = 7e-8;  ///< of PlusQuad, per squared speed

std::string motor(const std::string& supply = fmt::format("voltage_v = {}, ", volts)) {
  return fmt::format(
      "{{type = \"electric\", kv_rpm_v = 920, resistance_ohm = {}, no_load_current_a = {}, "
      "rotor_inertia_kg_m2 = {}, {}max = {}}}",
      ohm, idle_a, inertia, supply, most);
}
std::string cells(const std::string& more = "") {
  return "full_voltage_v = 16.8\nempty_voltage_v = 13.2\nresistance_ohm = 0.03\n"
         "capacity_a_s = 300\nefficiency = 0.95\navionics_power_w = 6\n" +
         more;
}

/// From one duty to another at 0.1 s.
PlusQuad stepped(double from, double to) {
  PlusQuad quad;
  quad.motor = motor();
  quad.integrator = "rk4";
  quad.step_s = step_s;
  quad.steps = 4000;
  quad.commands =
      fmt::format("[0, {0}, {0}, {0}, {0}], [0.1, {1}, {1}, {1}, {1}]", from * most, to * most);
  quad.signals = "\"rotor_speed\", \"rotor_torque\", \"motor_current\", \"motor_loss\"";
  return quad;
}

TEST_CASE("under a linear drag torque the speed follows the duty exponentially") {
  // J w' = K ((d V - K w) / R - i0) - q w is linear, so the closed form holds at any time.
  const double q = 1.1e-4, slope = k * k / ohm + q, tau = inertia / slope;
  PlusQuad quad = stepped(0.5, 0.8);
  quad.law = fmt::format(
      "{{type = \"polynomial\", input = \"speed\", thrust_1_n = 0.005, thrust_2_n = 0, "
      "torque_1_n_m = {}, torque_2_n_m = 0}}",
      q);
  const auto steady = [&](double duty) { return k * (duty * volts / ohm - idle_a) / slope; };
  const Flown flown(to_scenario(quad));
  const double from = steady(0.5), to = steady(0.8);
  for (const std::int64_t n : {0, 500, 1000, 1100, 1300, 2000, 4000}) {
    const double t = static_cast<double>(n - 1000) * step_s;
    const double expected = t < 0 ? from : to + (from - to) * std::exp(-t / tau);
    // Runge-Kutta's error of a step is (h / tau)^5 / 120 = 1e-14.
    CHECK(flown.at("rotor_speed", n)[2] == Approx(expected).epsilon(1e-9));
    const double duty = n < 1000 ? 0.5 : 0.8;
    CHECK(flown.at("motor_current", n)[2] ==
          Approx((duty * volts - k * expected) / ohm).epsilon(1e-9));
  }
}

TEST_CASE("under a quadratic drag torque the speed follows Riccati's closed form") {
  // J w' = -q (w - w1) (w - w2): (w - w1) / (w - w2) decays with the linearised time constant
  // J / (q (w1 - w2)) = J / (K^2 / R + 2 q w1).
  PlusQuad quad = stepped(0.3, 1.0);
  const auto roots = [](double duty) {
    const double b = k * k / ohm, c = k * (duty * volts / ohm - idle_a);
    const double root = std::sqrt(b * b + 4 * torque * c);
    return std::array{(-b + root) / (2 * torque), (-b - root) / (2 * torque)};
  };
  const Flown flown(to_scenario(quad));
  const double from = roots(0.3)[0];
  const auto [w1, w2] = roots(1.0);
  const double tau = inertia / (k * k / ohm + 2 * torque * w1);
  CHECK(tau == Approx(inertia / (torque * (w1 - w2))).epsilon(1e-12));
  for (const std::int64_t n : {0, 1000, 1050, 1200, 1500, 4000}) {
    const double t = static_cast<double>(std::max<std::int64_t>(n - 1000, 0)) * step_s;
    const double ratio = (from - w1) / (from - w2) * std::exp(-t / tau);
    CHECK(flown.at("rotor_speed", n)[0] == Approx((w1 - ratio * w2) / (1 - ratio)).epsilon(1e-9));
  }
  // At its highest command from 0.1 s on: 3001 of the 4001 times of a step.
  CHECK(flown.number("m_full_duty_fraction") == Approx(3001.0 / 4001).epsilon(1e-12));
}

TEST_CASE("a rotor at rest stays there until the torque exceeds that of the no-load current") {
  const double ends = idle_a * ohm / volts;  // the duty
  for (const double duty : {0.99 * ends, 1.01 * ends}) {
    PlusQuad quad = stepped(0, duty);
    const Flown flown(to_scenario(quad));
    CHECK((flown.at("rotor_speed", 4000)[0] > 0) == (duty > ends));
    CHECK(flown.at("rotor_speed", 1000)[0] == 0);
  }
}

TEST_CASE("motors that brake return current less the losses of the speed controllers") {
  PlusQuad quad = stepped(0.9, 0.3);
  quad.motor = motor("");
  quad.battery = cells("cells = 4");
  const Flown flown(to_scenario(quad));
  int braking = 0;
  for (std::int64_t n = 1000; n < 4000; ++n) {
    const double voltage = flown.at("battery_voltage", n)[0];
    const double motors = 4 * 0.3 * flown.at("motor_current", n)[0];
    if (std::fabs(motors) < 1) continue;  // its sign is that at the voltage of the step before
    const double factor = motors < 0 ? 0.95 : 1 / 0.95;
    REQUIRE(flown.at("battery_current", n)[0] ==
            Approx(factor * motors + 6 / voltage).epsilon(1e-12).margin(1e-12));
    braking += motors < 0;
  }
  CHECK(braking > 10);
}

TEST_CASE("battery and motors obey Kirchhoff's laws, and their energies balance") {
  PlusQuad quad = stepped(0.4, 0.9);
  quad.integrator = "euler";
  quad.motor = motor("");
  quad.battery = cells(
      "cells = 4\nrelaxation = {resistance_ohm = 0.01, time_constant_s = 0.2}\n"
      "curve = {exponential_voltage_v = 0.6, exponential_charge_a_s = 30, "
      "polarisation_voltage_v = 0.02}");
  const Flown flown(to_scenario(quad));
  const double dt = step_s;
  double shaft = 0, chord2 = 0, losses = 0, supplied = 0, drawn = 0;
  for (std::int64_t n = 0; n < 4000; ++n) {
    const double voltage = flown.at("battery_voltage", n)[0];
    const double duty = n < 1000 ? 0.4 : 0.9;
    double motors = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double w = flown.at("rotor_speed", n)[i], current = flown.at("motor_current", n)[i];
      const double next = flown.at("rotor_speed", n + 1)[i];
      REQUIRE(current == Approx((duty * voltage - k * w) / ohm).epsilon(1e-12));
      motors += duty * current;
      losses += dt * (ohm * current * current + k * idle_a * w);
      shaft += dt * w * flown.at("rotor_torque", n)[i];
      chord2 += (next - w) * (next - w);
    }
    const double current = flown.at("battery_current", n)[0];
    REQUIRE(current == Approx(motors / 0.95 + 6 / voltage).epsilon(1e-12));
    supplied += dt * voltage * motors;
    drawn += dt * voltage * current;
  }
  // Euler's method adds w_n (w_n+1 - w_n) to the kinetic energy w^2 / 2, less half of the squared
  // differences: exactly what the sums over steps have.
  double kinetic = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double first = flown.at("rotor_speed", 0)[i], last = flown.at("rotor_speed", 4000)[i];
    kinetic += inertia / 2 * (last * last - first * first);
  }
  kinetic -= inertia / 2 * chord2;
  CHECK(supplied == Approx(shaft + kinetic + losses).epsilon(1e-9));
  CHECK(flown.number("m_motor_loss_j") == Approx(losses).epsilon(1e-9));
  CHECK(flown.number("m_energy_j") == Approx(supplied / 0.95 + 6 * 0.4).epsilon(1e-9));
  CHECK(flown.number("m_energy_j") == Approx(drawn).epsilon(1e-9));
  CHECK(flown.number("m_battery_loss_j") > 0);
}

TEST_CASE("a battery without resistance and of constant voltage is a constant voltage") {
  PlusQuad quad = stepped(0.4, 0.9);
  const Flown constant(to_scenario(quad));
  quad.motor = motor("");
  quad.battery =
      "full_voltage_v = 14.8\nempty_voltage_v = 14.8\nresistance_ohm = 0\n"
      "capacity_a_s = 3000\nefficiency = 1";
  const Flown battery(to_scenario(quad));
  for (const std::int64_t n : {0, 1000, 1200, 4000}) {
    // The duty is multiplied by the voltage at another place.
    CHECK(battery.at("rotor_speed", n)[0] ==
          Approx(constant.at("rotor_speed", n)[0]).epsilon(1e-12));
  }
}

TEST_CASE("an empty battery that stops ends the thrust of electric motors") {
  PlusQuad quad = stepped(0.6, 0.6);
  quad.motor = motor("");
  quad.battery = cells("when_empty = \"stops\"\nstate_of_charge = 0.01");
  const Flown flown(to_scenario(quad));
  const double emptied = flown.number("m_battery_emptied_s");
  double charge = 3;  // 1 % of 300 A s
  std::int64_t n = 0;
  for (; charge > 0; ++n) charge -= step_s * flown.at("battery_current", n)[0];
  CHECK(emptied == Approx(static_cast<double>(n) * step_s).epsilon(1e-9));
  CHECK(flown.at("command", n - 1)[0] == 0.6 * most);
  CHECK(flown.at("command", n)[0] == 0);
  // The shorted motor brakes the rotor, and from then on the avionics draw alone.
  CHECK(flown.at("rotor_speed", 4000)[0] < 0.4 * flown.at("rotor_speed", 0)[0]);
  CHECK(flown.at("battery_current", 4000)[0] ==
        Approx(6 / flown.at("battery_voltage", 4000)[0]).epsilon(1e-9));
  CHECK(flown.number("m_final_state_of_charge") == Approx(0).margin(1e-3));
}

// --- trims and linear models -----------------------------------------------------------------

Multirotor vehicle_of_scenario(const PlusQuad& quad) {
  return std::get<Multirotor>(*plan_of(to_scenario(quad)).scenario.vehicle);
}

TEST_CASE("a hover needs the duty of its speed, torque and voltage") {
  PlusQuad quad = stepped(0.5, 0.5);
  const double w = std::sqrt(PlusQuad::mass * PlusQuad::gravity / (4 * thrust));
  const double current = torque * w * w / k + idle_a, terminal = k * w + ohm * current;
  double voltage = volts;
  SECTION("constant") {}
  SECTION("of a battery") {
    quad.motor = motor("");
    quad.battery = cells();
    const double power = 4 * terminal * current / 0.95 + 6;
    voltage = (16.8 + std::sqrt(16.8 * 16.8 - 4 * 0.03 * power)) / 2;
  }
  const Multirotor vehicle = vehicle_of_scenario(quad);
  const MultirotorModel model(vehicle, {PlusQuad::gravity, 1.225, 288.15});
  const auto trim = hover(model);
  REQUIRE(trim);
  for (int i = 0; i < 4; ++i)
    CHECK(trim->commands[i] == Approx(most * terminal / voltage).epsilon(1e-9));
  if (!vehicle.battery) {
    const LinearModel linear = linear_model(model, *trim);
    const double slope = k * k / ohm + 2 * torque * w;
    CHECK(linear.A(12, 12) == Approx(-slope / inertia).epsilon(1e-6));  // central differences
    CHECK(linear.B(12, 0) == Approx(k / ohm / inertia * volts / most).epsilon(1e-6));
  }
}

TEST_CASE("a closed loop that starts trimmed stays") {
  PlusQuad quad = stepped(0.5, 0.5);
  quad.step_s = 0.001, quad.steps = 1000;
  // Both integrate, so they hold the thrust of a duty that is not that of the speed.
  quad.controller = GENERATE(
      std::string("type = \"lqr\"\nposition_weight_1_m2 = 4\nvelocity_weight_s2_m2 = 2\n"
                  "attitude_weight_1_rad2 = 8\nrate_weight_s2_rad2 = 0.2\n"
                  "position_integral_weight_1_m2_s2 = 1\n"
                  "heading_integral_weight_1_rad2_s2 = 1\ncommand_weights = [0.05, 10, 10, 50]"),
      std::string("type = \"px4\"\nposition = {position_gain_1_s = 0.95, velocity_gain_1_s = 1.8, "
                  "velocity_integral_gain_1_s2 = 0.4, velocity_derivative_gain = 0.2, "
                  "thrust_min = 0.02}\nattitude = {gain_1_s = [4, 4, 2]}\n"
                  "body_rate = {gain_1_s = [10, 10, 6], integral_gain_1_s2 = [5, 5, 3]}"));
  quad.controller += "\nrate_hz = 250";
  quad.initial = "position_m = [0, 0, -3]\ntrimmed = true";
  quad.more = "[trajectory]\ntype = \"hover\"\nposition_m = [0, 0, -3]\n";
  const double w = std::sqrt(PlusQuad::mass * PlusQuad::gravity / (4 * thrust));
  SECTION("at a constant voltage") {
    const Flown flown(to_scenario(quad));
    CHECK(flown.at("rotor_speed", 0)[0] == Approx(w).epsilon(1e-9));
    CHECK(std::abs(flown.at("velocity", 1000)[2]) < 1e-7);
    CHECK(flown.at("position", 1000)[2] == Approx(-3).margin(1e-7));
  }
  SECTION("on a battery, whose voltage falls") {
    quad.motor = motor("");
    quad.battery = cells("state_of_charge = 0.8");
    const Flown flown(to_scenario(quad));
    CHECK(flown.at("rotor_speed", 0)[0] == Approx(w).epsilon(1e-9));
    // 9 A take 3 % of the charge in 1 s: 0.11 V of 16 V, with it 0.7 % of the speed.
    CHECK(std::abs(flown.at("velocity", 1000)[2]) < 0.1);
    CHECK(std::abs(flown.at("velocity", 100)[2]) < 1e-3);
  }
}

// --- batteries of other rotors -----------------------------------------------------------------

TEST_CASE("rotors without a speed draw their thrust over thrust_per_power_n_w") {
  PlusQuad quad = stepped(0.5, 0.5);
  quad.law = "{type = \"linear\", thrust_max_n = 8, torque_max_n_m = 0.1}";
  quad.commands = "[0, 0.4, 0.4, 0.4, 0.4], [0.1, 0.6, 0.6, 0.6, 0.6]";
  quad.signals = "\"rotor_thrust\"";
  quad.battery =
      "full_voltage_v = 12\nempty_voltage_v = 12\nresistance_ohm = 0.05\n"
      "capacity_a_s = 300\nfull_command_voltage_v = 9\nthrust_per_power_n_w = 0.07\n"
      "avionics_power_w = 6\ncells = 3";
  quad.motor = GENERATE(std::string("{type = \"direct\", max = 1}"),
                        std::string("{type = \"first_order\", time_constant_s = 0.02, max = 1}"),
                        std::string("{type = \"load_lag\", time_constant_s = 0.02, max = 1}"));
  const Flown flown(to_scenario(quad));
  for (const std::int64_t n : {0, 500, 1000, 1100, 4000}) {
    double newtons = 0;
    for (const double f : flown.at("rotor_thrust", n)) newtons += f;
    const double voltage = flown.at("battery_voltage", n)[0];
    CHECK(voltage * flown.at("battery_current", n)[0] == Approx(newtons / 0.07 + 6).epsilon(1e-9));
    CHECK(voltage == Approx(12 - 0.05 * flown.at("battery_current", n)[0]).epsilon(1e-12));
  }
  quad.battery += "\nstate_of_charge = 0.02\nwhen_empty = \"stops\"";
  const Flown empty(to_scenario(quad));  // 6 A s at about 19 A
  CHECK(empty.number("m_battery_emptied_s") == Approx(0.27).margin(0.05));
  CHECK(empty.at("command", 4000)[0] == 0);
  CHECK(empty.at("rotor_thrust", 4000)[0] < 0.05);
}

TEST_CASE("the battery of a helicopter gives the power that its rotors and its gear take") {
  // In a hover, the engine balances the drag of both rotors and the friction.
  ScenarioBuilder xcell = ScenarioBuilder::shipped("examples/xcell-climb.toml");
  const auto set = [&](const std::string& key, const std::string& value) {
    xcell.set("vehicle.battery." + key, value);
  };
  set("full_voltage_v", "50"), set("empty_voltage_v", "50"), set("resistance_ohm", "0.02");
  set("capacity_a_s", "4000"), set("efficiency", "0.8"), set("avionics_power_w", "10");
  xcell.set("monte_carlo.samples", "1").set("output.traces", "\"all\"");
  xcell.set("output.signals",
            "[\"rotor_speed\", \"rotor_torque\", \"servo\", \"battery_voltage\", "
            "\"battery_current\", \"position\"]");
  SECTION("at a steady speed") {
    const Flown flown(xcell.plan(), "auto");
    const auto speed = flown.at("rotor_speed", 0), drag = flown.at("rotor_torque", 0);
    const double drawn =
        (flown.at("battery_voltage", 0)[0] * flown.at("battery_current", 0)[0] - 10) * 0.8;
    const double rotors = drag[0] * speed[0] + drag[1] * speed[1];
    CHECK(drawn > rotors);
    CHECK(drawn < 1.2 * rotors);
  }
  SECTION("an empty battery ends the flight") {
    set("state_of_charge", "0.002"), set("when_empty", "\"stops\"");
    const Flown flown(xcell.plan(), "auto");
    CHECK(flown.number("m_battery_emptied_s") < 1);
    const std::int64_t last = flown.outputs() - 1;
    CHECK(flown.at("servo", last)[4] < 0.01);
    CHECK(flown.at("rotor_speed", last)[0] < 0.97 * flown.at("rotor_speed", 0)[0]);
  }
}

}  // namespace
}  // namespace montecopter
