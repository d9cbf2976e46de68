/// The air and the pulses of a flight over lanes: what a lane feels has the bits of the same sample
/// alone.

#include "simulate/lanes/winds.hpp"

#include "dynamics/random/draws.hpp"
#include "scenario/describe/toml_example.hpp"
#include "simulate/lanes/pulses.hpp"
#include "support/example_scenarios.hpp"
#include "support/lane_bits.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

/// Winds that vary in all ways, by time, height, place and chance, and no two samples in the same.
Plan in_many_winds() {
  return ScenarioBuilder::quadrotor()
      .put(R"([[wind]]
type = "ramp"
to_m_s = [5, 1, 0]
duration_s = 0.02
[[wind]]
type = "sinusoid"
to_m_s = [1, 2, -1]
frequency_hz = 31
[[wind]]
type = "log_shear"
to_m_s = [3, 1, 0]
reference_height_m = 10
roughness_m = 0.03
[[wind]]
type = "time_series"
rows = [[0.002, 1, 2, 3], [0.013, 3, 2, 1]]
[[wind]]
type = "grid"
rows = [[0, 0, -100, 8, 1, 0], [0, 0, 0, 2, 0, 1]]
[[wind]]
type = "dryden"
sigma_m_s = [1, 2, 0.5]
length_m = [3, 4, 5]
airspeed_m_s = 7
[[wind]]
type = "von_karman"
sigma_m_s = [1, 2, 0.5]
length_m = [3, 4, 5]
airspeed_m_s = 7
)")
      .spread("wind.0.to_m_s.x", 1, 6)
      .spread("wind.1.frequency_hz", 20, 40)
      .spread("wind.2.roughness_m", 0.01, 0.1)
      .spread("wind.5.airspeed_m_s", 5, 9)
      .plan();
}

/// What the lanes feel of the winds of a plan.
void check_winds(FourSamples& samples) {
  check_lanes([&]<class S>(int first) {
    RandomLanes<S> random(3, first);
    Winds<S> winds(samples.plan(), samples.from(first), S::width,
                   samples.template numbers<S>(first), random.vector(2));
    LaneNumbers<S> seen;
    for (std::int64_t n = 0; n < 40; ++n) {
      const Vec3<S> position = random.vector(20);
      seen.add(winds.velocity(n, position, random.between(0, 20)));
    }
    return seen;
  });
}

TEST_CASE("a lane of winds, each alone and all together, has the bits of the sample alone") {
  FourSamples samples(in_many_winds());
  const unsigned all = samples.plan().winds.active;
  REQUIRE(samples.plan().winds.count == 7);
  for (int wind = 0; wind <= samples.plan().winds.count; ++wind) {
    CAPTURE(wind);
    samples.plan().winds.active = wind < samples.plan().winds.count ? 1u << wind : all;
    check_winds(samples);
  }
}

TEST_CASE("a lane of every wind of the list, beside a ramp, has the bits of the sample alone") {
  const std::string ramp = "[[wind]]\ntype = \"ramp\"\nto_m_s = [5, 1, 0]\nduration_s = 0.02\n\n";
  std::size_t winds = 0;
  for (const Section& section : every_type()) {
    if (section.kind != "wind") continue;
    CAPTURE(section.type);
    FourSamples samples(ScenarioBuilder::quadrotor()
                            .put(ramp + toml_example(section))
                            .spread("wind.0.to_m_s.x", 1, 6)
                            .plan());
    check_winds(samples);
    ++winds;
  }
  CHECK(winds == list_size<Wind>);
}

TEST_CASE("a lane of pulses has the bits of the sample alone, and ends by its own times") {
  FourSamples samples(ScenarioBuilder::quadrotor()
                          .put("[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [1, 2, 3]\n"
                               "start_s = 0.01\nduration_s = 0.02\n"
                               "[[disturbance]]\ntype = \"torque_pulse\"\n"
                               "torque_n_m = [0.1, 0.2, 0.3]\nstart_s = 0.015\nduration_s = 0.01\n")
                          .spread("disturbance.0.start_s", 0.005, 0.02)
                          .spread("disturbance.0.force_n.y", 1, 3)
                          .spread("disturbance.1.duration_s", 0.005, 0.02)
                          .plan());
  REQUIRE(samples.plan().pulses.count == 2);
  check_lanes([&]<class S>(int first) {
    const Pulses<S> pulses(samples.plan(), samples.from(first), S::width);
    LaneNumbers<S> seen;
    for (int n = 0; n < 50; ++n) {
      const S t(0.001 * n);
      seen.add(pulses.sum(samples.plan().pulses.forces, t));
      seen.add(pulses.sum(samples.plan().pulses.torques, t));
    }
    return seen;
  });
}

}  // namespace
}  // namespace montecopter
