/// A battery over lanes: what each lane draws, and what that leaves of its commands, has the bits
/// of the same sample alone.

#include "simulate/lanes/battery_state.hpp"

#include "support/lane_bits.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

TEST_CASE("a lane of a battery has the bits of the sample alone, and lanes that end draw no more") {
  FourSamples samples(ScenarioBuilder::quadrotor()
                          .put_battery()
                          .spread("vehicle.battery.resistance_ohm", 0.01, 0.05)
                          .spread("vehicle.battery.capacity_a_s", 3.6, 10.8)
                          .spread("vehicle.battery.state_of_charge", 0.2, 1)
                          .plan());
  check_lanes([&]<class S>(int first) {
    BatteryState<S> battery(samples.plan(), samples.from(first), S::width);
    RandomLanes<S> random(11, first);
    LaneNumbers<S> seen;
    const S end = random.between(10, 60);
    for (int n = 0; n < 60; ++n) {
      const auto flying = S(n) < end;
      const S drop = random.between(0, 1), factor = random.between(1, 2);
      battery.begin_step({drop, factor}, flying);
      const S power = random.between(50, 400);
      if (n % 2 == 0) {
        battery.give(power, flying);
      } else {
        battery.settle([&](const S& limit) { return power * limit * limit; }, flying);
      }
      seen.add(battery.voltage()), seen.add(battery.current());
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
