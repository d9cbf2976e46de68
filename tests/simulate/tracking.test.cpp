/// How well lanes follow their trajectories: sums, extremes and responses to steps have the bits of
/// the same sample alone.

#include "simulate/lanes/tracking.hpp"

#include "support/lane_bits.hpp"

namespace montecopter {
namespace {

/// A step that about sixty updates approach, each lane on a way of its own.
template <class S>
LaneNumbers<S> follow(const FlightPlan& plan, int first) {
  RandomLanes<S> random(23, first);
  auto path = random.template filled<PathConstants<S>>(0.5, 1);
  path.step_time = random.between(0.01, 0.1);
  Tracking<S> tracking(plan, path);
  const S end = random.between(30, 80), low = random.between(0, 0.5);
  for (int n = 0; n < 60; ++n) {
    const double t = 0.01 * n;
    Feedback<S> feedback;
    const S progress = min(S(2 * t), S(1.2)) + random.between(-0.02, 0.02);
    feedback.position = path.offset + progress * path.step;
    feedback.velocity = random.vector(2), feedback.attitude = random.attitude();
    Reference<S> reference;
    reference.position = path.offset + path.step, reference.velocity = random.vector(1);
    reference.set_heading(random.between(-3, 3), S(0.0), S(0.0));
    tracking.count(n, t, feedback, reference, S(n) < end, low < random.between(0, 1));
  }
  std::array<LaneIo, 4> lanes{};
  tracking.finish(lanes.data(), S::width);
  LaneNumbers<S> seen;
  for (int i = 0; i < S::width; ++i) {
    const LaneIo& lane = lanes[static_cast<std::size_t>(i)];
    seen.append(i, numbers_of(lane.tracking));
    seen.append(i, numbers_of(lane.step_response));
    seen.append(i, numbers_of(lane.windows[0].tracking));
  }
  return seen;
}

TEST_CASE("a lane that follows a step has the bits of the sample alone") {
  FlightPlan plan{};
  plan.control.is_step = true, plan.control.updates = 60;
  plan.windows.count = 1, plan.windows.steps[0] = {10, 35};
  check_lanes([&]<class S>(int first) { return follow<S>(plan, first); });
}

}  // namespace
}  // namespace montecopter
