/// The battery against closed forms: constant power, the voltage that falls with the charge, thrust
/// that a sagging voltage leaves, and faults.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "support/fly.hpp"
#include "support/plus_quad.hpp"

namespace montecopter {
namespace {

constexpr double step_s = 0.001, gravity = PlusQuad::gravity, mass = PlusQuad::mass;
constexpr double thrust = 5e-6, torque = 7e-8;  ///< per squared speed
constexpr double fastest = 1500;

/// Rows of commands: this speed of all rotors.
std::string all_at(double speed) { return fmt::format("[0, {0}, {0}, {0}, {0}]", speed); }

/// Motors without lag.
PlusQuad direct_quad(double speed = 700) {
  return {.motor = "{type = \"direct\", max = 1500}", .commands = all_at(speed)};
}

struct Pack {
  double full = 12.6, empty = 12.6, resistance = 0.05, capacity = 7200, charge = 1;
  double full_command = 6, efficiency = 0.8, avionics = 5;
};
std::string keys(const Pack& p) {
  return fmt::format(
      "full_voltage_v = {}\nempty_voltage_v = {}\nresistance_ohm = {}\ncapacity_a_s = {}\n"
      "state_of_charge = {}\nfull_command_voltage_v = {}\nefficiency = {}\navionics_power_w = {}",
      p.full, p.empty, p.resistance, p.capacity, p.charge, p.full_command, p.efficiency,
      p.avionics);
}

/// What four rotors of this speed draw.
double power_of(const Pack& p, double speed) {
  return 4 * torque * speed * speed * speed / p.efficiency + p.avionics;
}
double voltage_at(double open_circuit, double resistance, double power) {
  return (open_circuit + std::sqrt(open_circuit * open_circuit - 4 * resistance * power)) / 2;
}

TEST_CASE("a constant power takes energy and charge in proportion to time") {
  const Pack pack{.charge = 0.9};
  const double resistance = GENERATE(0.0, 0.05, 0.3);
  PlusQuad quad = direct_quad();
  quad.battery = keys(Pack{.resistance = resistance, .charge = pack.charge});
  const Flown flown(to_scenario(quad));
  const double power = power_of(pack, 700);  // 125 W
  const double voltage = voltage_at(12.6, resistance, power), current = power / voltage;
  CHECK(voltage * current == Approx(power).epsilon(1e-14));
  CHECK(voltage == Approx(12.6 - resistance * current).epsilon(1e-14));  // Kirchhoff
  for (const std::int64_t n : {0, 1, 500, 1000}) {
    // Rounding of a few operations.
    CHECK(flown.at("battery_voltage", n)[0] == Approx(voltage).epsilon(1e-14));
    CHECK(flown.at("battery_current", n)[0] == Approx(current).epsilon(1e-14));
    const double t = static_cast<double>(n) * step_s;
    // A thousand sums.
    CHECK(flown.at("state_of_charge", n)[0] == Approx(0.9 - current * t / 7200).epsilon(1e-13));
  }
  CHECK(flown.number("m_energy_j") == Approx(power).epsilon(1e-12));  // for 1 s
  CHECK(flown.number("m_min_battery_voltage_v") == Approx(voltage).epsilon(1e-14));
  CHECK(flown.number("m_final_state_of_charge") == Approx(0.9 - current / 7200).epsilon(1e-13));
}

TEST_CASE("what cannot be had is not drawn: the current is that of the greatest power") {
  const Pack pack{.resistance = 0.4};  // 12.6^2 / 1.6 = 99 W of 125
  PlusQuad quad = direct_quad();
  quad.battery = keys(pack);
  const Flown flown(to_scenario(quad));
  CHECK(flown.at("battery_voltage", 7)[0] == Approx(12.6 / 2).epsilon(1e-14));
  CHECK(flown.at("battery_current", 7)[0] == Approx(12.6 / 0.8).epsilon(1e-14));
  CHECK(flown.number("m_energy_j") == Approx(12.6 * 12.6 / 1.6).epsilon(1e-12));
}

TEST_CASE("without resistance, the square of the voltage falls in proportion to time") {
  // C s' = -P / V and V = V_e + k s give V^2 = V_0^2 - 2 k P t / C.
  const Pack pack{.empty = 9, .resistance = 0, .capacity = 30, .charge = 0.95};
  PlusQuad quad = direct_quad();
  quad.battery = keys(pack);
  const Flown flown(to_scenario(quad));
  const double k = 3.6, v0 = 9 + k * 0.95, power = power_of(pack, 700);
  for (std::int64_t n = 0; n <= 1000; n += 100) {
    const double t = static_cast<double>(n) * step_s;
    const double exact = std::sqrt(v0 * v0 - 2 * k * power * t / 30);
    // Held over steps: half a step of how much V' = -k P / (C V) changes, 0.22 V/s in 1 s.
    CHECK(flown.at("battery_voltage", n)[0] == Approx(exact).margin(1.5e-4));
    CHECK(flown.at("state_of_charge", n)[0] == Approx((exact - 9) / k).margin(5e-5));
  }
  CHECK(flown.number("m_energy_j") == Approx(power).epsilon(1e-12));
}

TEST_CASE("an empty battery keeps its empty voltage") {
  PlusQuad quad = direct_quad();
  quad.battery = keys(Pack{.empty = 9, .resistance = 0, .capacity = 30, .charge = 0.1});
  const Flown flown(to_scenario(quad));
  CHECK(flown.at("state_of_charge", 1000)[0] == 0);
  CHECK(flown.at("battery_voltage", 1000)[0] == 9);
  CHECK(flown.number("m_final_state_of_charge") == 0);
}

TEST_CASE("a battery that stops ends the thrust when it is empty") {
  PlusQuad quad = direct_quad();
  quad.integrator = "euler";
  // 125 W at 9 V take 0.6 A s in 43 ms.
  quad.battery = keys(Pack{.full = 9, .empty = 9, .resistance = 0, .capacity = 0.6}) +
                 "\nwhen_empty = \"stops\"\ncells = 3";
  const Flown flown(to_scenario(quad));
  const double emptied = 0.6 * 9 / power_of({}, 700);
  CHECK(flown.number("m_battery_emptied_s") == Approx(emptied).margin(step_s));
  CHECK(flown.at("command", 1000)[0] == 0);
  // From then on it falls freely.
  const double falls = (flown.at("velocity", 1000)[2] - flown.at("velocity", 500)[2]) / 0.5;
  CHECK(falls == Approx(gravity).epsilon(1e-12));
  CHECK(flown.at("battery_current", 1000)[0] == Approx(5.0 / 9).epsilon(1e-14));  // avionics
  CHECK(flown.number("m_min_cell_voltage_v") == 3);
}

TEST_CASE("the energy of a battery is that of rotors, avionics and its losses") {
  PlusQuad quad = direct_quad();
  quad.battery =
      keys(Pack{.capacity = 100}) + "\nrelaxation = {resistance_ohm = 0.03, time_constant_s = 0.2}";
  const Flown flown(to_scenario(quad));
  const double drawn = 12.6 * 100 * (1 - flown.number("m_final_state_of_charge"));
  const double used = power_of({}, 700);  // for 1 s
  CHECK(flown.number("m_energy_j") == Approx(used).epsilon(1e-12));
  CHECK(drawn == Approx(used + flown.number("m_battery_loss_j")).epsilon(1e-9));
}

TEST_CASE("thrust goes with the square of a voltage below that of the full command") {
  const double voltage = GENERATE(11.1, 8.0, 5.0);
  PlusQuad quad = direct_quad();
  quad.steps = 10;
  const double wanted = GENERATE(fastest, 600.0);
  quad.commands = all_at(wanted);
  quad.battery = keys(Pack{.full = voltage, .empty = voltage, .resistance = 0, .full_command = 10});
  const Flown flown(to_scenario(quad));
  const double speed = std::min(wanted, fastest * std::min(voltage / 10, 1.0));
  const double lift = 4 * thrust * speed * speed;
  CHECK(flown.at("command", 0)[2] == Approx(speed).epsilon(1e-15));
  CHECK(flown.at("velocity", 10)[2] ==
        Approx(10 * step_s * (gravity - lift / mass)).epsilon(1e-13));
}

TEST_CASE("sag that its own current causes makes a hover sink") {
  // Rotors at their highest speed w V / V_n draw K V^3 with K = 4 q w^3 / (eta V_n^3), and V = V_oc
  // - R K V^2. They hover at V_h: the acceleration is g (1 - (V / V_h)^2).
  const std::string motor = GENERATE(
      "{type = \"direct\", max = 1500}",
      "{type = \"first_order\", time_constant_s = 0.02, max = 1500}",
      "{type = \"second_order\", time_constant_s = 0.02, damping_ratio = 0.9, max = 1500}");
  PlusQuad quad = direct_quad(fastest);
  quad.motor = motor;
  quad.integrator = "rk4";
  quad.steps = 2000;
  const Pack pack{.full = 12, .empty = 12, .resistance = 0.08, .full_command = 24, .avionics = 0};
  quad.battery = keys(pack);
  const Flown flown(to_scenario(quad));
  const double k = 4 * torque * std::pow(fastest / 24, 3) / 0.8 * 0.08;
  const double voltage = (std::sqrt(1 + 4 * k * 12) - 1) / (2 * k);
  const double hover = std::sqrt(mass * gravity / (4 * thrust)) / fastest * 24;
  REQUIRE(voltage < hover);  // 11.1 and 12.8 V
  const double sinks = (flown.at("velocity", 2000)[2] - flown.at("velocity", 1999)[2]) / step_s;
  // 100 time constants: e^-80 is left; the difference of speeds of 5 m/s has 1e-12 of them.
  CHECK(flown.at("battery_voltage", 2000)[0] == Approx(voltage).epsilon(1e-10));
  CHECK(sinks == Approx(gravity * (1 - std::pow(voltage / hover, 2))).epsilon(1e-9));
}

/// A battery that loses this share of its voltage at the operating point of motors without lag: at
/// their limit w V / V_f they draw K V^3, so V = V_oc - R K V^2.
struct DeepSag {
  double sag;
  Pack pack{.full = 12, .empty = 12, .full_command = 24, .avionics = 0};
  double voltage() const { return (1 - sag) * 12; }
  explicit DeepSag(double share) : sag(share) {
    const double k = 4 * torque * std::pow(fastest / 24, 3) / pack.efficiency;
    pack.resistance = sag * 12 / (k * voltage() * voltage());
  }
};

TEST_CASE("motors without lag are at the operating point in every step, however deep the sag") {
  const DeepSag deep(GENERATE(0.01, 0.1, 0.21, 0.25, 0.35, 0.45));
  const double step = GENERATE(0.001, 0.004);
  PlusQuad quad = direct_quad(fastest);
  quad.integrator = "rk4";
  quad.step_s = step;
  quad.steps = static_cast<int>(std::lround(0.2 / step));
  quad.battery = keys(deep.pack);
  const Flown flown(to_scenario(quad));
  const double speed = fastest * deep.voltage() / 24;
  for (std::int64_t n = 0; n <= quad.steps; ++n) {
    // The root to 1e-15, times 3 R I / (V - R I) < 14 (docs/models.md 1.13).
    REQUIRE(flown.at("battery_voltage", n)[0] == Approx(deep.voltage()).epsilon(1e-13));
    REQUIRE(flown.at("command", n)[1] == Approx(speed).epsilon(1e-14));
  }
  const double power = power_of(deep.pack, speed);
  CHECK(flown.number("m_energy_j") == Approx(0.2 * power).epsilon(1e-12));  // whatever the step
  CHECK(flown.number("m_min_battery_voltage_v") == Approx(deep.voltage()).epsilon(1e-13));
  CHECK(flown.number("m_final_state_of_charge") ==
        Approx(1 - 0.2 * power / deep.voltage() / 7200).epsilon(1e-13));
  CHECK(flown.at("velocity", quad.steps)[2] ==
        Approx(0.2 * (gravity - 4 * thrust * speed * speed / mass)).epsilon(1e-11));
}

TEST_CASE("of motors without lag only those at their limit lose by the sag") {
  // Two rotors at the limit and two below it: 2 q ((w V / V_f)^3 + u^3) / eta = (V_oc - V) V / R.
  const DeepSag deep(0.25);
  PlusQuad quad = direct_quad();
  quad.steps = 3;
  quad.commands = "[0, 1500, 300, 1500, 300]";
  quad.battery = keys(deep.pack);
  const Flown flown(to_scenario(quad));
  const double v = flown.at("battery_voltage", 0)[0], w = fastest * v / 24;
  const double power = 2 * torque * (w * w * w + 300. * 300 * 300) / deep.pack.efficiency;
  CHECK((12 - v) * v / deep.pack.resistance == Approx(power).epsilon(1e-13));
  CHECK(flown.at("command", 2)[0] == Approx(w).epsilon(1e-14));
  CHECK(flown.at("command", 2)[1] == 300);
  CHECK(flown.at("battery_voltage", 3)[0] == Approx(v).epsilon(1e-14));
}

TEST_CASE("a controller gets what the battery leaves, at its own rate or at every stage") {
  const std::string rate = GENERATE("250", "\"continuous\"");
  PlusQuad quad = direct_quad();
  quad.integrator = "rk4";
  quad.controller = "type = \"lee\"\nrate_hz = " + rate +
                    "\nposition_gain_1_s2 = 6\nvelocity_gain_1_s = 4\nattitude_gain_n_m = 0.9\n"
                    "rate_gain_n_m_s = 0.1";
  quad.more = "[trajectory]\ntype = \"hover\"\nposition_m = [0, 0, -99]\n";
  quad.battery =
      keys(Pack{.full = 9, .empty = 9, .resistance = 0, .full_command = 15, .avionics = 0});
  const Flown flown(to_scenario(quad));
  const double lift = 4 * thrust * 900 * 900;
  const double climbs = lift / mass - gravity;
  CHECK(-flown.at("velocity", 1000)[2] == Approx(climbs).epsilon(1e-12));  // far from the goal
}

TEST_CASE("both directions of a rotor that reverses lose alike, and an idle limit gives way") {
  PlusQuad quad = direct_quad();
  quad.law = "{type = \"signed_quadratic\", thrust_n_s2 = 5e-6, torque_n_m_s2 = 7e-8}";
  quad.motor = "{type = \"direct\", min = -1500, max = 1500}";
  quad.battery = keys(Pack{.full = 6, .empty = 6, .resistance = 0, .full_command = 12});
  quad.commands = all_at(-1400);
  CHECK(Flown(to_scenario(quad)).at("command", 3)[1] == -750);
  quad.commands = all_at(-600);
  CHECK(Flown(to_scenario(quad)).at("command", 3)[1] == -600);
  quad.motor = "{type = \"direct\", min = 900, max = 1500}";
  quad.commands = all_at(1000);
  CHECK(Flown(to_scenario(quad)).at("command", 3)[1] == 750);
}

TEST_CASE("a battery that suffices changes nothing") {
  PlusQuad quad = direct_quad();
  quad.integrator = GENERATE("rk4", "euler_exp", "dopri5_fixed", "dopri5");
  quad.motor = "{type = \"first_order\", time_constant_s = 0.02, max = 1500}";
  quad.steps = 200;
  const Flown without(to_scenario(quad));
  quad.battery = keys(Pack{});
  CHECK(Flown(to_scenario(quad)).digests() == without.digests());
}

std::string sag(const std::string& more) {
  return "[[event]]\ntype = \"battery_sag\"\n" + more + "\n";
}

TEST_CASE("a fault takes voltage and adds resistance, and passes") {
  const Pack pack;
  PlusQuad quad = direct_quad();
  quad.battery = keys(pack);
  quad.steps = 400;
  quad.more = sag("at_s = 0.1\nduration_s = 0.2\nvoltage_drop_v = 1.5\nresistance_factor = 2") +
              sag("at_s = 0.2\nresistance_factor = 1.5");
  const Flown flown(to_scenario(quad));
  const double power = power_of(pack, 700);
  for (std::int64_t n = 0; n <= 400; n += 50) {
    const bool first = n >= 100 && n < 300, second = n >= 200;
    const double resistance = 0.05 * (first ? 2 : 1) * (second ? 1.5 : 1);
    const double expected = voltage_at(first ? 11.1 : 12.6, resistance, power);
    CHECK(flown.at("battery_voltage", n)[0] == Approx(expected).epsilon(1e-14));
  }
  CHECK(flown.number("m_min_battery_voltage_v") ==
        Approx(voltage_at(11.1, 0.15, power)).epsilon(1e-14));
}

TEST_CASE("a dead battery drives nothing and draws nothing") {
  PlusQuad quad = direct_quad();
  quad.battery = keys(Pack{});
  quad.steps = 100;
  quad.more = sag("at_s = 0\nvoltage_drop_v = 99");
  const Flown flown(to_scenario(quad));
  CHECK(flown.at("command", 0)[0] == 0);
  CHECK(flown.at("battery_voltage", 50)[0] == 0);
  CHECK(flown.number("m_energy_j") == 0);
  CHECK(flown.number("m_final_state_of_charge") == 1);
  CHECK(flown.at("velocity", 100)[2] == Approx(gravity * 0.1).epsilon(1e-13));
}

TEST_CASE("a stuck rotor keeps its speed whatever the voltage is") {
  PlusQuad quad = direct_quad();
  quad.motor = GENERATE("{type = \"direct\", max = 1500}",
                        "{type = \"first_order\", time_constant_s = 0.02, max = 1500}");
  quad.battery = keys(Pack{.resistance = 0, .full_command = 12.6});
  quad.commands = all_at(1400);
  quad.steps = 300;
  quad.more = "[[event]]\ntype = \"rotor_stuck\"\nat_s = 0\nrotor = 1\n" +
              sag("at_s = 0.1\nvoltage_drop_v = 6.3");
  const Flown flown(to_scenario(quad));
  CHECK(flown.at("command", 300)[1] == 1400);
  CHECK(flown.at("command", 300)[0] == 750);
  CHECK(flown.at("rotor_thrust", 300)[1] == flown.at("rotor_thrust", 0)[1]);
}

TEST_CASE("power is what the rotors' torques and speeds say, whatever law and motor") {
  PlusQuad quad = direct_quad();
  quad.law = GENERATE(
      "{type = \"signed_quadratic\", thrust_n_s2 = 5e-6, torque_n_m_s2 = 7e-8}",
      "{type = \"polynomial\", input = \"speed\", thrust_1_n = 1e-3, thrust_2_n = 4e-6, "
      "torque_1_n_m = 1e-5, torque_2_n_m = 6e-8}",
      "{type = \"performance_table\", diameter_m = 0.24, advance_ratio = [-1, 0, 0.5, 1], "
      "thrust_coefficient = [0.14, 0.11, 0.08, 0], power_coefficient = [0.05, 0.05, 0.04, 0.02]}");
  quad.motor = GENERATE(
      "{type = \"asymmetric_first_order\", time_constant_up_s = 0.05, time_constant_down_s = 0.1, "
      "max = 1500}",
      "{type = \"slew_limited\", time_constant_s = 0.05, slew_up_1_s = 4000, slew_down_1_s = 4000, "
      "max = 1500}");
  quad.commands = "[0, 600, 610, 620, 630], [0.1, 900, 880, 860, 840]";
  quad.integrator = "rk4";
  quad.steps = 300;
  quad.signals = "\"rotor_torque\", \"rotor_speed\"";
  const Pack pack{.empty = 9, .capacity = 300};
  quad.battery = keys(pack);
  const Flown flown(to_scenario(quad));
  double energy = 0, charge = 1;
  for (std::int64_t n = 0; n < 300; ++n) {
    const auto q = flown.at("rotor_torque", n), w = flown.at("rotor_speed", n);
    double shaft = 0;
    for (int i = 0; i < 4; ++i) shaft += std::abs(q[i] * w[i]);
    const double power = shaft / pack.efficiency + pack.avionics;
    const double voltage = voltage_at(9 + 3.6 * charge, pack.resistance, power);
    // Sums of 300 steps, in another order of operations.
    REQUIRE(flown.at("battery_voltage", n)[0] == Approx(voltage).epsilon(1e-13));
    energy += step_s * power;
    charge -= step_s * power / voltage / pack.capacity;
  }
  CHECK(flown.number("m_energy_j") == Approx(energy).epsilon(1e-12));
  CHECK(flown.number("m_final_state_of_charge") == Approx(charge).epsilon(1e-12));
}

TEST_CASE("each sample has its own battery, and draws that leave none are told") {
  PlusQuad quad = direct_quad();
  const Pack pack;
  quad.battery = keys(pack);
  quad.steps = 10;
  quad.more =
      "[disperse.\"vehicle.battery.resistance_ohm\"]\ndist = \"uniform\"\nlow = 0\nhigh = 0.2\n"
      "[disperse.\"vehicle.battery.empty_voltage_v\"]\ndist = \"uniform\"\nlow = 12\nhigh = 13\n";
  std::string text = to_scenario(quad);
  text.replace(text.find("[monte_carlo]"), 13, "[monte_carlo]\nsamples = 70");
  const Flown flown(text);
  const double power = power_of(pack, 700);
  int left = 0;
  for (std::int64_t i = 0; i < 70; ++i) {
    const double resistance = flown.number("in_vehicle.battery.resistance_ohm", i);
    if (flown.number("in_vehicle.battery.empty_voltage_v", i) > 12.6) {
      CHECK(flown.status(i) == Status::invalid_input);
      CHECK(std::isnan(flown.number("m_energy_j", i)));
      continue;
    }
    ++left;
    CHECK(flown.at("battery_voltage", 0, i)[0] ==
          Approx(voltage_at(12.6, resistance, power)).epsilon(1e-14));
  }
  CHECK(left > 20);
  CHECK(left < 60);
}

TEST_CASE("what a flight that ends early has not flown draws nothing") {
  PlusQuad quad = direct_quad();
  quad.battery = keys(Pack{});
  quad.initial = "position_m = [0, 0, -1]";
  quad.more = "[simulation.limits]\nground = true\n";
  const Flown flown(to_scenario(quad));
  REQUIRE(flown.status() == Status::hit_ground);
  const double t = flown.number("t_end_s");
  REQUIRE(t < 0.95);
  CHECK(flown.number("m_energy_j") == Approx(power_of(Pack{}, 700) * t).epsilon(1e-12));
}

}  // namespace
}  // namespace montecopter
