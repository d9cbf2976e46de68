/// Parts of a battery against closed forms, at constant currents: relaxation, Tremblay's curve,
/// capacity over current, temperature, energy, and what an empty battery does.

#include <fmt/format.h>

#include <cmath>

#include "simulate/lanes/battery_state.hpp"
#include "support/lane_bits.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

using One = OneDouble;
constexpr double dt = 1e-3;  ///< of ScenarioBuilder

/// A battery of constant voltage but for what the keys change.
struct Keys {
  double full = 12, empty = 12, resistance = 0.02, capacity = 3600, charge = 1;
  std::string more;
};

Plan plan_of(const Keys& k) {
  return ScenarioBuilder::quadrotor()
      .put(fmt::format("[vehicle.battery]\nfull_voltage_v = {}\nempty_voltage_v = {}\n"
                       "resistance_ohm = {}\ncapacity_a_s = {}\nstate_of_charge = {}\n"
                       "full_command_voltage_v = 6\nefficiency = 1\n{}\n",
                       k.full, k.empty, k.resistance, k.capacity, k.charge, k.more))
      .plan();
}

/// Steps a battery. Each step takes the power that a current needs at the voltage that the closed
/// form gives: a wrong voltage has a wrong current.
class Bench {
 public:
  explicit Bench(const Keys& keys)
      : samples_(plan_of(keys)), state_(samples_.plan(), samples_.from(0), 1) {}

  void step(double current, double expected_v) {
    state_.begin_step({One(0.0), One(1.0)}, flying_);
    state_.give(One(current * expected_v), flying_);
  }
  double voltage() const { return state_.voltage().lane(0); }
  double current() const { return state_.current().lane(0); }
  double charge() const { return state_.state_of_charge().lane(0); }
  double temperature() const { return state_.temperature().lane(0); }
  double command_limit() const { return state_.command_limit().lane(0); }
  BatteryUse use() {
    state_.finish(samples_.from(0), 1);
    return samples_.from(0)->battery_use;
  }

 private:
  FourSamples samples_;
  BatteryState<One> state_;
  decltype(One(0.0) < One(0.0)) flying_ = One(0.0) < One(1.0);
};

TEST_CASE("a step of the current relaxes exponentially, and back") {
  Bench bench(
      {.more = "[vehicle.battery.relaxation]\nresistance_ohm = 0.03\ntime_constant_s = 0.7\n"});
  const double current = 20;
  for (int n = 0; n < 3000; ++n) {
    const double expected = 12 - 0.02 * current - 0.03 * current * (1 - std::exp(-n * dt / 0.7));
    bench.step(current, expected);
    REQUIRE(bench.voltage() == Approx(expected).epsilon(1e-9));
    REQUIRE(bench.current() == Approx(current).epsilon(1e-9));
  }
  const double left = 0.03 * current * (1 - std::exp(-3000 * dt / 0.7));
  for (int n = 0; n < 2000; ++n) {
    const double expected = 12 - left * std::exp(-n * dt / 0.7);
    bench.step(0, expected);
    REQUIRE(bench.voltage() == Approx(expected).epsilon(1e-9));
  }
}

TEST_CASE("a discharge has the voltage of Tremblay's closed form") {
  // E = E0 - K C / (C - it) + A exp(-B it), U = E - R i: O. Tremblay, L.-A. Dessaint and A.-I.
  // Dekkiche, "A generic battery model for the dynamic simulation of hybrid electric vehicles",
  // IEEE VPPC 2007. Numbers like those of a lithium-ion cell of 3.6 V and 1 A h, but of 10 A s.
  const double e0 = 3.7348, k = 0.00876, a = 0.468, b = 3.5294 / 10, c = 10, r = 0.09, i = 2;
  Bench bench({.full = e0 - k + a,
               .empty = 1,
               .resistance = r,
               .capacity = c,
               .more = fmt::format("[vehicle.battery.curve]\nexponential_voltage_v = {}\n"
                                   "exponential_charge_a_s = {:.17g}\n"
                                   "polarisation_voltage_v = {}\n",
                                   a, 1 / b, k)});
  for (int n = 0; n * dt * i < 0.98 * c; ++n) {
    const double it = i * n * dt;
    const double expected = e0 - k * c / (c - it) + a * std::exp(-b * it) - r * i;
    bench.step(i, expected);
    REQUIRE(bench.voltage() == Approx(expected).epsilon(1e-9));
    REQUIRE(bench.charge() == Approx(1 - it / c).epsilon(1e-9));
  }
  CHECK(bench.use().emptied_s == not_yet_s);
}

TEST_CASE("by Peukert's law the charge falls by a power of the current") {
  Bench bench(
      {.capacity = 100, .more = "[vehicle.battery.rate]\nrated_current_a = 5\nexponent = 1.2\n"});
  const double current = 40, rate = current * std::pow(current / 5, 0.2) / 100;
  const double voltage = 12 - 0.02 * current;
  int n = 0;
  for (; n * dt * rate < 0.99; ++n) {
    bench.step(current, voltage);
    REQUIRE(bench.charge() == Approx(1 - rate * n * dt).epsilon(1e-9).margin(1e-11));
  }
  for (; n * dt * rate < 1.01; ++n) bench.step(current, voltage);
  // The time of the first step at which it is empty: up to one step late.
  const double emptied = bench.use().emptied_s;
  CHECK(emptied >= 1 / rate - 1e-9);
  CHECK(emptied < 1 / rate + dt);
}

TEST_CASE("a constant current warms the battery exponentially") {
  const std::string thermal =
      "[vehicle.battery.thermal]\nheat_capacity_j_k = 2\ncooling_w_k = 1.6\nambient_k = 285\n"
      "initial_k = 300\nreference_k = 298\n";
  const double current = 30, heat = 0.02 * current * current;
  SECTION("to a rise of heat over cooling") {
    Bench bench({.more = thermal});
    for (int n = 0; n < 4000; ++n) {
      // The first step begins without a current.
      const double steady = 285 + heat / 1.6;
      bench.step(current, 12 - 0.02 * current);
      if (n > 0) {
        const double cooled = 285 + 15 * std::exp(-dt * 0.8);  // step 0, at rest
        const double expected = steady + (cooled - steady) * std::exp(-n * dt * 0.8);
        REQUIRE(bench.temperature() == Approx(expected).epsilon(1e-9));
      }
    }
    CHECK(bench.use().highest_k == 300);
  }
  SECTION("and changes resistance and capacity") {
    Bench bench(
        {.capacity = 1000, .more = thermal + "resistance_1_k = -0.01\ncapacity_1_k = 0.004\n"});
    double charge = 1, before = 300;
    for (int n = 0; n < 2000; ++n) {
      // The voltage belongs to the temperature of this step, which the one before has made.
      const double held = n == 0 ? 0 : current;
      const double r = 0.02 * (1 - 0.01 * (before - 298));
      const double steady = 285 + r * held * held / 1.6;
      const double now = steady + (before - steady) * std::exp(-dt * 0.8);
      charge -= held * dt / (1000 * (1 + 0.004 * (before - 298)));
      const double expected = 12 - 0.02 * (1 - 0.01 * (now - 298)) * current;
      bench.step(current, expected);
      REQUIRE(bench.temperature() == Approx(now).epsilon(1e-9));
      REQUIRE(bench.voltage() == Approx(expected).epsilon(1e-9));
      REQUIRE(bench.charge() == Approx(charge).epsilon(1e-9));
      before = now;
    }
  }
}

TEST_CASE("energy drawn and lost is that of the charge at the open-circuit voltage") {
  Bench bench(
      {.capacity = 500,
       .more = "[vehicle.battery.relaxation]\nresistance_ohm = 0.05\ntime_constant_s = 0.3\n"});
  for (int n = 0; n <= 2000; ++n) bench.step(n % 300 < 200 ? 25 : 3, 11);
  const BatteryUse use = bench.use();
  CHECK(use.energy_j + use.loss_j == Approx(12 * 500 * (1 - use.state_of_charge)).epsilon(1e-9));
  CHECK(use.loss_j > 0.05 * use.energy_j);
}

TEST_CASE("an empty battery that stops gives the motors nothing") {
  const bool stops = GENERATE(false, true);
  const std::string rate = "[vehicle.battery.rate]\nrated_current_a = 10\nexponent = 1\n";
  Bench bench({.capacity = 1,
               .charge = 0.5,
               .more = (stops ? "when_empty = \"stops\"\navionics_power_w = 6\n" : "") + rate});
  for (int n = 0; n < 100; ++n) bench.step(10, 11.8);
  // 0.5 A s at 10 A.
  CHECK(bench.use().emptied_s == Approx(0.05).margin(2 * dt));
  CHECK(bench.command_limit() == (stops ? 0 : 1));
  // The avionics go on: 6 W at 12 V behind 0.02 ohm.
  CHECK(bench.current() == Approx(stops ? 0.5004 : 10).epsilon(1e-3));
  CHECK(bench.use().most_current_a == Approx(stops ? 10.5 : 10).epsilon(1e-2));
}

TEST_CASE("an empty battery of Tremblay's curve is one below its empty voltage") {
  Bench bench({.full = 4.2,
               .empty = 3.3,
               .capacity = 10,
               .more = "[vehicle.battery.curve]\nexponential_voltage_v = 0.4\n"
                       "exponential_charge_a_s = 2\npolarisation_voltage_v = 0.02\n"});
  const auto open_circuit = [](double it) {
    return 4.2 - 0.02 * (10 / (10 - it) - 1) - 0.4 * (1 - std::exp(-it / 2));
  };
  for (int n = 0; n * dt * 2 < 9.8; ++n) bench.step(2, open_circuit(n * dt * 2) - 0.04);
  double crossed = 0;
  while (open_circuit(crossed) >= 3.3) crossed += 1e-4;
  // The first step below: up to one step late, and the grid of the search.
  CHECK(bench.use().emptied_s == Approx(crossed / 2).margin(1.2 * dt));
}

TEST_CASE("a lane of a battery with parts has the bits of the sample alone") {
  FourSamples samples(
      ScenarioBuilder::quadrotor()
          .put_battery()
          .put("[vehicle.battery.relaxation]\nresistance_ohm = 0.02\ntime_constant_s = 0.02\n")
          .put("[vehicle.battery.curve]\nexponential_voltage_v = 0.5\n"
               "exponential_charge_a_s = 1\npolarisation_voltage_v = 0.01\n")
          .put("[vehicle.battery.rate]\nrated_current_a = 5\nexponent = 1.1\n")
          .put("[vehicle.battery.thermal]\nheat_capacity_j_k = 1\ncooling_w_k = 2\n"
               "resistance_1_k = -0.01\ncapacity_1_k = 0.005\n")
          .spread("vehicle.battery.relaxation.resistance_ohm", 0.01, 0.05)
          .spread("vehicle.battery.curve.polarisation_voltage_v", 0.01, 0.02)
          .spread("vehicle.battery.capacity_a_s", 3.6, 10.8)
          .plan());
  check_lanes([&]<class S>(int first) {
    BatteryState<S> battery(samples.plan(), samples.from(first), S::width);
    RandomLanes<S> random(11, first);
    LaneNumbers<S> seen;
    const S end = random.between(10, 60);
    for (int n = 0; n < 60; ++n) {
      const auto flying = S(n) < end;
      battery.begin_step({random.between(0, 1), random.between(1, 2)}, flying);
      battery.give(random.between(50, 400), flying);
      seen.add(battery.voltage()), seen.add(battery.temperature());
      seen.add(battery.state_of_charge()), seen.add(battery.command_limit());
    }
    battery.finish(samples.from(first), S::width);
    for (int i = 0; i < S::width; ++i) {
      seen.append(i, numbers_of(samples.from(first + i)->battery_use));
    }
    return seen;
  });
}

}  // namespace
}  // namespace montecopter
