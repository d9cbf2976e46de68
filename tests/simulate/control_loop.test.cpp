/// The closed loop over lanes: commands that hold from step to step have the bits of the same
/// sample alone, and so has a vehicle whose controller is a part of its equations.

#include "simulate/lanes/control_loop.hpp"

#include "dynamics/integrators/rk4.hpp"
#include "simulate/kernels/any_multirotor.hpp"
#include "support/lane_bits.hpp"
#include "support/scenario_builder.hpp"

namespace montecopter {
namespace {

template <class S>
Feedback<S> some_feedback(RandomLanes<S>& random) {
  Feedback<S> feedback;
  feedback.position = random.vector(2), feedback.velocity = random.vector(2);
  feedback.attitude = random.attitude(), feedback.body_rate = random.vector(1);
  return feedback;
}

TEST_CASE("a lane of a closed loop has the bits of the sample alone, whatever its timing") {
  for (const char* timing : {"500", "250", "\"continuous\""}) {
    CAPTURE(timing);
    const bool is_late = std::string(timing) == "250";
    FourSamples samples(ScenarioBuilder::loop()
                            .set("controller.rate_hz", timing)
                            .set("controller.delay_s", is_late ? "0.003" : "0")
                            .spread("controller.position_gain_1_s2.x", 2, 6)
                            .spread("trajectory.radius_m", 1, 3)
                            .plan());
    const FlightPlan& plan = samples.plan();
    REQUIRE(plan.control.delay == (is_late ? 3 : 0));
    check_lanes([&]<class S>(int first) {
      LaneIo* lanes = samples.from(first);
      ControlLoop<S> loop(plan, lanes, S::width, nullptr);
      RandomLanes<S> random(37, first);
      LaneNumbers<S> seen;
      for (std::int64_t n = 0; n < 30; ++n) {
        const Feedback<S> feedback = some_feedback(random), truth = some_feedback(random);
        if (n == loop.next()) loop.act(n, feedback, truth, S(0.5) < random.between(0, 5));
        auto commands = loop.commands();
        if (plan.control.continuous) loop.evaluate(0.001 * double(n), feedback, commands);
        for (int r = 0; r < plan.control.rotors; ++r) seen.add(commands[r]);
        if (n == 20) loop.scale_gains(random.between(0.5, 2));
      }
      loop.finish(lanes, S::width);
      for (int i = 0; i < S::width; ++i) seen.append(i, numbers_of(lanes[i].tracking));
      return seen;
    });
  }
}

/// The vehicle of a plan as a Flight makes it.
template <class S>
ContinuousControl<AnyMultirotor<S>> make_vehicle(const FlightPlan& plan, const LaneIo* lanes) {
  using Vehicle = ContinuousControl<AnyMultirotor<S>>;
  const SampleParts& parts = *plan.parts;
  const auto contact = gather_struct<S>(lanes, S::width, parts.contact);
  return Vehicle::make(
      plan.multirotor,
      gather_struct_at<S, typename Vehicle::Constants>(lanes, S::width, parts.vehicle),
      World<S>{plan.world, gather_struct<S>(lanes, S::width, parts.world)},
      Contact<S>{plan.ground.kind, plan.ground.contact_points, contact});
}

template <class Vehicle, class S = typename Vehicle::S>
typename Vehicle::StateType start_of(const Vehicle& vehicle, const FlightPlan& plan,
                                     const LaneIo* lanes) {
  typename Vehicle::StateType state;
  state.x.fill(S(0.0));
  gather_numbers(lanes, S::width, plan.parts->initial_state, vehicle.size(), state.x.data());
  return state;
}

/// It starts near the circle, so that no rotor is at a limit.
ScenarioBuilder continuous_loop() {
  return ScenarioBuilder::loop()
      .set("controller.rate_hz", "\"continuous\"")
      .set("trajectory.center_m", "[0, 0, -3]")
      .set("simulation.initial.position_m", "[2, 0.2, -3]")
      .spread("vehicle.mass_kg", 0.9, 1.1)
      .spread("trajectory.radius_m", 1, 3);
}

TEST_CASE("a lane that leaves its trajectory has the bits of the sample alone") {
  FourSamples samples(ScenarioBuilder::loop().spread("trajectory.radius_m", 1, 3).plan());
  samples.plan().events.divert = true;
  check_lanes([&]<class S>(int first) {
    ControlLoop<S> loop(samples.plan(), samples.from(first), S::width, nullptr);
    RandomLanes<S> random(41, first);
    LaneNumbers<S> seen;
    for (int n = 0; n < 40; ++n) {
      const double t_s = 0.5 * n;
      const auto leaves = S(0.8) < random.between(0, 1);
      DiversionLaw<S> law;
      law.deceleration = random.between(0.5, 3), law.descent = random.between(-0.5, 1);
      law.speed = random.between(-1, 6), law.climb = random.between(0.5, 3);
      law.altitude = random.between(-20, 20);
      law.home_north = random.between(-9, 9), law.home_east = random.between(-9, 9);
      law.descent = max(law.descent, S(0.0)), law.speed = max(law.speed, S(0.0));
      loop.divert(t_s, leaves, law, some_feedback(random));
      seen.add(loop.reference(t_s + 0.25).position), seen.add(loop.reference(t_s + 0.25).velocity);
      seen.add(loop.reference(t_s + 0.25).acceleration);
    }
    return seen;
  });
}

TEST_CASE("a lane of a vehicle with continuous control has the bits of the sample alone") {
  FourSamples samples(continuous_loop().put_battery().plan());
  const FlightPlan& plan = samples.plan();
  check_lanes([&]<class S>(int first) {
    using Vehicle = ContinuousControl<AnyMultirotor<S>>;
    LaneIo* lanes = samples.from(first);
    const ControlLoop<S> loop(plan, lanes, S::width, nullptr);
    Vehicle vehicle = make_vehicle<S>(plan, lanes);
    vehicle.loop = &loop, vehicle.has_battery_limit = plan.has_battery;
    auto state = start_of(vehicle, plan, lanes);
    RandomLanes<S> random(43, first);
    LaneNumbers<S> seen;
    for (std::int64_t n = 0; n < 20; ++n) {
      vehicle.command_limit = random.between(0.5, 1);
      vehicle.begin_step(0.001 * static_cast<double>(n));
      Rk4<Vehicle>::step(vehicle, 0.001, {}, state, state);
      for (int i = 0; i < vehicle.size(); ++i) seen.add(state.x[static_cast<std::size_t>(i)]);
    }
    return seen;
  });
}

TEST_CASE("a stage of continuous control flies by the reference of its own time") {
  FourSamples samples(continuous_loop().plan());
  using S = OneDouble;
  using Vehicle = ContinuousControl<AnyMultirotor<S>>;
  const ControlLoop<S> loop(samples.plan(), samples.from(0), 1, nullptr);
  Vehicle vehicle = make_vehicle<S>(samples.plan(), samples.from(0));
  const auto state = start_of(vehicle, samples.plan(), samples.from(0));
  const auto rates = [&](const typename Vehicle::Input& input) {
    typename Vehicle::StateType rate;
    rate.x.fill(S(0.0));
    vehicle.derivative(state, input, rate);
    return lane_of<S>(rate, 0);
  };
  vehicle.begin_step(0.1);
  std::vector<std::vector<double>> at_stages;
  for (const double ahead_s : {0.0, 0.05, 0.1}) {
    // The commands of that time, held: what the vehicle without its controller does with them.
    typename ControlLoop<S>::Commands commands;
    loop.evaluate(0.1 + ahead_s,
                  {state.position(), state.velocity(), state.attitude(), state.body_rate()},
                  commands);
    typename Vehicle::Input held{};
    for (int i = 0; i < vehicle.controls(); ++i) {
      held.command[i] = vehicle.clamp_command(i, commands[static_cast<std::size_t>(i)]);
    }
    vehicle.loop = nullptr;
    const auto open = rates(held);
    vehicle.loop = &loop;
    vehicle.at_stage(ahead_s);
    at_stages.push_back(rates({}));
    CHECK(same_bits(at_stages.back(), open));
  }
  CHECK_FALSE(same_bits(at_stages[0], at_stages[1]));
  CHECK_FALSE(same_bits(at_stages[1], at_stages[2]));
}

}  // namespace
}  // namespace montecopter
