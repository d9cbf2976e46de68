/// What is looked at in every step of a flight, over lanes: limits, a ground that stops vehicles,
/// extremes. Each lane has the bits of the same sample alone.

#include "simulate/lanes/limits.hpp"

#include <limits>

#include "dynamics/grounds/ground_setup.hpp"
#include "simulate/lanes/extremes.hpp"
#include "simulate/lanes/ground_stop.hpp"
#include "support/lane_bits.hpp"

namespace montecopter {
namespace {

/// All that GroundStop asks of a vehicle.
template <class T>
struct Body {
  using S = T;
  using StateType = State<T, 2>;
  static constexpr bool known_terms = false;
};

template <class S>
typename Body<S>::StateType some_state(RandomLanes<S>& random) {
  typename Body<S>::StateType state;
  for (S& x : state.x) x = random.between(-1, 1);
  state.set_attitude(random.attitude());
  return state;
}

TEST_CASE("a lane that crosses limits ends with the status of the sample alone") {
  LimitPlan limits;
  limits.any = limits.ground = true;
  limits.sine2_half_tilt = 0.04, limits.distance2 = 8;
  limits.low[0] = -1.5, limits.high[1] = 1.7;
  check_lanes([&]<class S>(int first) {
    RandomLanes<S> random(13, first);
    LaneNumbers<S> seen;
    for (int n = 0; n < 40; ++n) {
      const Vec3<S> position = random.vector(2);
      const Quat<S> attitude = random.attitude();
      const Vec3<S> center = random.vector(0.5);
      seen.add(crossed_limit<S>(limits, {position, attitude, center, random.between(1, 2)}));
    }
    return seen;
  });
}

TEST_CASE("a lane on a ground that stops vehicles has the bits of the sample alone") {
  const GroundPlan ground = plan_ground(Sih2022Ground(), 0, 0.002);
  check_lanes([&]<class S>(int first) {
    RandomLanes<S> random(17, first);
    ContactConstants<S> contact = {};
    contact.ground_z = random.between(-0.2, 0.2);
    const GroundStop<Body<S>> stop(ground, contact);
    LaneNumbers<S> seen;
    for (int n = 0; n < 20; ++n) {
      const auto now = some_state(random);
      auto rate = some_state(random), next = some_state(random);
      stop.hold(now, rate, next);
      stop.stop(now, rate);
      seen.add_all(next), seen.add_all(rate);
    }
    return seen;
  });
}

TEST_CASE("the extremes of a lane have the bits of the sample alone, over all and in windows") {
  WindowPlan plan;
  plan.count = 2;
  plan.steps[0] = {3, 9}, plan.steps[1] = {5, 30};
  check_lanes([&]<class S>(int first) {
    RandomLanes<S> random(19, first);
    const Vec3<S> start = random.vector(1);
    Extremes<S> whole(start);
    WindowExtremes<S> windows(plan, start);
    for (int n = 0; n < 40; ++n) {
      const auto state = some_state(random);
      whole.update(state.position(), state.velocity(), state.attitude(), state.body_rate());
      windows.update(n, state.position(), state.velocity(), state.attitude(), state.body_rate());
    }
    std::array<LaneIo, 4> lanes{};
    windows.finish(lanes.data(), S::width);
    LaneNumbers<S> seen;
    for (int i = 0; i < S::width; ++i) {
      const LaneIo& lane = lanes[static_cast<std::size_t>(i)];
      seen.append(i, numbers_of(whole.of(i)));
      for (std::size_t w = 0; w < 2; ++w) seen.append(i, numbers_of(lane.windows[w].extremes));
    }
    return seen;
  });
}

}  // namespace
}  // namespace montecopter
