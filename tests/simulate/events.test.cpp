/// Events over lanes: when each begins, and what all of them make of a lane, has the bits of the
/// same sample alone.

#include "simulate/lanes/events.hpp"

#include "support/example_scenarios.hpp"
#include "support/lane_bits.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

/// Events side by side, at a time of each sample's own or by a condition.
Plan plan_with_many_events() {
  return ScenarioBuilder::loop()
      .put_battery()
      .put(R"([[event]]
type = "rotor_failure"
rotor = 1
effectiveness = 0.4
at_s = 0.01
duration_s = 0.012
[[event]]
type = "rotor_stuck"
rotor = 2
when.speed_above_m_s = 1.5
duration_s = 0.02
[[event]]
type = "sensor_outage"
sensor = "imu.gyroscope"
when.altitude_below_m = 1
[[event]]
type = "mass_drop"
mass_kg = 0.2
when.tilt_above_deg = 30
[[event]]
type = "gain_change"
factor = 0.5
when.distance_above_m = 2
duration_s = 0.01
[[event]]
type = "battery_sag"
voltage_drop_v = 0.5
resistance_factor = 1.7
at_s = 0.02
[[event]]
name = "out"
type = "rotor_failure"
rotors = [0, 3]
when.leaves = {corners_m = [[-1, -1], [2, -1], [1, 0], [2, 1], [-1, 1]], low_m = 1.1}
delay_s = 0.004
[[event]]
type = "parachute"
after = "out"
delay_s = 0.002
drag_area_m2 = 0.7
inflation_s = 0.01
)")
      .spread("event.0.at_s", 0.001, 0.03)
      .spread("event.0.effectiveness", 0.2, 0.6)
      .spread("event.3.mass_kg", 0.1, 0.3)
      .spread("event.4.factor", 0.3, 0.7)
      .spread("event.5.at_s", 0.005, 0.03)
      .spread("event.6.delay_s", 0.001, 0.01)
      .spread("event.7.drag_area_m2", 0.5, 0.9)
      .plan();
}

/// What the lanes feel of the events of a plan.
void check_events(FourSamples& samples) {
  check_lanes([&]<class S>(int first) {
    Events<S> events(samples.plan(), samples.from(first), S::width);
    RandomLanes<S> random(7, first);
    LaneNumbers<S> seen;
    for (int n = 0; n < 60; ++n) {
      const S altitude = random.between(0.9, 4), speed2 = random.between(0, 3);
      const S tilt = random.between(0, 0.1), distance2 = random.between(0, 5);
      const Vec3<S> position = {random.between(-1.1, 1.6), random.between(-1.1, 1.1), -altitude};
      EventView<S> view = {position, speed2, tilt, distance2};
      view.charge = random.between(0, 1), view.voltage = random.between(10, 16);
      view.error2 = random.between(0, 2), view.clearance = random.between(-1, 1);
      events.update(n, view);
      for (int rotor = 0; rotor < 4; ++rotor) {
        seen.add(events.effectiveness(rotor)), seen.add(events.is_stuck(rotor));
      }
      for (int i = 0; i < samples.plan().sensors.count; ++i) seen.add(events.is_measuring(i));
      seen.add(events.mass_ratio()), seen.add(events.gain_factor());
      seen.add(events.added_drag()), seen.add(events.allocation());
      for (int i = 0; i < samples.plan().events.count; ++i) {
        seen.add(events.begins(i));
        DiversionLaw<S> law;
        if (events.diverts(i, law)) seen.add_all(law);
      }
      seen.add_all(events.battery_fault());
      seen.add(events.end_s());
    }
    return seen;
  });
}

TEST_CASE("a lane of many events has the bits of the sample alone") {
  FourSamples samples(plan_with_many_events());
  REQUIRE(samples.plan().events.count == 8);
  check_events(samples);
}

TEST_CASE("a lane of every condition has the bits of the sample alone") {
  FourSamples samples(ScenarioBuilder::loop()
                          .put_battery()
                          .put(R"([[event]]
type = "brake"
deceleration_m_s2 = 2
when.state_of_charge_below = 0.1
[[event]]
type = "land"
deceleration_m_s2 = 2
descent_m_s = 1
when.battery_voltage_below_v = 10.2
[[event]]
type = "return"
deceleration_m_s2 = 2
descent_m_s = 1
speed_m_s = 3
at_s = 0.02
[[event]]
type = "brake"
deceleration_m_s2 = 2
when.tilt_above_deg = 20
)")
                          .spread("event.0.when.state_of_charge_below", 0.02, 0.1)
                          .spread("event.1.when.battery_voltage_below_v", 10.1, 10.5)
                          .spread("event.2.at_s", 0.001, 0.05)
                          .spread("event.2.speed_m_s", 2, 4)
                          .plan());
  // Conditions that need a ground and an estimator, which this scenario has not.
  EventSuitePlan& events = samples.plan().events;
  REQUIRE(events.divert);
  check_events(samples);
  for (const WatchedQuantity watched :
       {WatchedQuantity::estimate_error, WatchedQuantity::touchdown}) {
    events.events[3].watched = watched;
    check_events(samples);
  }
}

TEST_CASE("a lane of every event of the list has the bits of the sample alone") {
  std::size_t events = 0;
  for (const Section& section : every_type()) {
    if (section.kind != "event") continue;
    CAPTURE(section.type);
    ScenarioBuilder scenario = scenario_with(section, toml_example(section));
    FourSamples samples(scenario.spread("event.0.at_s", 0.002, 0.055).plan());
    REQUIRE(samples.plan().events.count == 1);
    check_events(samples);
    ++events;
  }
  CHECK(events == list_size<Event>);
}

}  // namespace
}  // namespace montecopter
