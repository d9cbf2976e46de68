/// Whole flights over lanes: all that a lane leaves (states, traces of every signal, readings,
/// totals) has the bits of the same sample alone. So have FlightInputs, EventEffects, Recorder and
/// SignalReader, of which a flight is made.

#include "simulate/lanes/flight.hpp"

#include "dynamics/integrators/rk4.hpp"
#include "simulate/kernels/any_multirotor.hpp"
#include "simulate/lanes/formula_work.hpp"
#include "support/lane_bits.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

/// Traces every signal that the scenario has.
Plan with_all_signals(ScenarioBuilder scenario) {
  const LoadedScenario loaded = scenario.load();
  std::string names;
  for (const SignalRow& signal : signal_list) {
    if (signal.absence(loaded.scenario)) continue;
    names += (names.empty() ? "\"" : ", \"") + std::string(signal.name) + "\"";
  }
  return scenario.set("output.signals", "[" + names + "]").plan();
}

/// A quarter of a second with all that a multirotor may have, in which some samples end early.
ScenarioBuilder eventful() {
  return ScenarioBuilder::loop()
      .put_battery()
      .put("[estimator]\ntype = \"ekf\"\nwind = {}\n")
      .put(
          "[environment.ground]\ntype = \"spring_damper\"\nstiffness_n_m = 1000\n"
          "damping_n_s_m = 20\n")
      .put("[[wind]]\ntype = \"sinusoid\"\nto_m_s = [3, 1, 0]\nfrequency_hz = 5\n")
      .put(
          "[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [1, 2, 3]\nstart_s = 0.05\n"
          "duration_s = 0.05\n"
          "[[disturbance]]\ntype = \"torque_pulse\"\ntorque_n_m = [0.01, 0.02, 0.03]\n"
          "start_s = 0.02\nduration_s = 0.01\n")
      .put(
          "[[event]]\ntype = \"rotor_failure\"\nrotor = 1\neffectiveness = 0.4\nat_s = 0.03\n"
          "duration_s = 0.04\n"
          "[[event]]\ntype = \"rotor_stuck\"\nrotor = 2\nat_s = 0.1\nduration_s = 0.02\n"
          "[[event]]\ntype = \"sensor_outage\"\nsensor = \"gps.gnss\"\nat_s = 0.05\n"
          "[[event]]\ntype = \"mass_drop\"\nmass_kg = 0.2\nat_s = 0.08\n"
          "[[event]]\ntype = \"gain_change\"\nfactor = 0.7\nat_s = 0.06\n"
          "[[event]]\ntype = \"battery_sag\"\nvoltage_drop_v = 2\nat_s = 0.1\n")
      .put(
          "[vehicle.process_noise]\nforce_n2_s = 1e-4\nmoment_n2_m2_s = 1e-8\n"
          "rate_hz = 500\n")
      .set("vehicle.linear_drag_n_s_m", "0.2")
      .set("controller.feedback", "estimate")
      .set("simulation.limits.tilt_deg", "9")
      .set("window.middle", "{from_s=0.05, to_s=0.15}")
      .set("simulation.duration_s", "0.25")
      .set("output", "{rate_hz=250, traces=\"all\"}")
      .spread("vehicle.mass_kg", 0.9, 1.1)
      .spread("event.0.at_s", 0.01, 0.06)
      .spread("disturbance.0.start_s", 0.03, 0.1);
}

template <class S>
LaneNumbers<S> fly(FourSamples& samples, int first) {
  using Vehicle = AnyMultirotor<S>;
  std::vector<KernelMemory> memory(static_cast<std::size_t>(samples.plan().memory()));
  samples.forget(first, S::width);
  Flight<Vehicle, Rk4<Vehicle>>(samples.plan(), samples.from(first), S::width, memory[0].pack)
      .run();
  LaneNumbers<S> seen;
  for (int i = 0; i < S::width; ++i) seen.append(i, samples.written(first + i));
  return seen;
}

TEST_CASE("a lane of a flight with all parts has the bits of the sample alone") {
  FourSamples samples(with_all_signals(eventful()));
  check_lanes([&]<class S>(int first) { return fly<S>(samples, first); });
  std::set<std::int64_t> ends;
  for (int i = 0; i < 4; ++i) ends.insert(samples.from(i)->steps_flown);
  CHECK(ends.size() > 1);  // a lane that ends leaves its neighbours alone
}

TEST_CASE("a lane that touches down has the bits of the sample alone") {
  // At 1 m/s it takes a tenth of a second to the ground; some samples tilt too far before.
  ScenarioBuilder falling = eventful()
                                .put("[environment.ground]\ntype = \"sih2022\"\nheight_m = 0\n")
                                .set("simulation.end", "touchdown")
                                .set("simulation.initial.position_m", "[0, 0, -0.1]")
                                .set("simulation.initial.velocity_m_s", "[0, 0, 1]")
                                .put("[[event]]\ntype = \"all_rotors_off\"\nat_s = 0\n");
  FourSamples samples(with_all_signals(falling));
  check_lanes([&]<class S>(int first) { return fly<S>(samples, first); });
  int down = 0;
  for (int i = 0; i < 4; ++i) down += samples.from(i)->end.after_s > 0 ? 1 : 0;
  CHECK(down > 0);
}

TEST_CASE("a lane that an event ends has the bits of the sample alone") {
  ScenarioBuilder ending = eventful()
                               .set("simulation.end", "event")
                               .put("[[event]]\ntype = \"end\"\nwhen = {speed_above_m_s = 0.7}\n")
                               .put("[[event]]\ntype = \"end\"\nat_s = 0.0307\n");
  FourSamples samples(with_all_signals(ending));
  check_lanes([&]<class S>(int first) { return fly<S>(samples, first); });
  int ended = 0;
  for (int i = 0; i < 4; ++i) ended += samples.from(i)->end.after_s > 0 ? 1 : 0;
  CHECK(ended > 0);
}

}  // namespace
}  // namespace montecopter
