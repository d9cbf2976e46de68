/// The closed loop over lanes: commands that hold from step to step have the bits of the same
/// sample alone.

#include "simulate/lanes/control_loop.hpp"

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

}  // namespace
}  // namespace montecopter
