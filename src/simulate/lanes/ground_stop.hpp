#pragma once
/// Grounds that stop a vehicle, as PX4's SIH does, over one pack of samples. Flight calls hold()
/// after each step of the integrator, and stop() where the acceleration at the start of a step is
/// needed. Which vehicles are stopped is the rule of the ground's type (StoppingGround,
/// grounds/ground.hpp). Sources: sih2019.hpp, sih2022.hpp.

#include "dynamics/grounds/ground.hpp"

namespace montecopter {

template <class Vehicle>
class GroundStop {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

 public:
  /// `z`: of the ground, NED [m].
  GroundStop(const GroundPlan& plan, const S& z) : plan_(plan), z_(z) {}

  /// Forms of the vehicle that know their terms are flown without such a ground only.
  bool is_there() const { return !Vehicle::known_terms && plan_.stops_vehicles; }

  /// NED [m].
  const S& z() const { return z_; }

  /// Where the vehicle is held in the step from `now`, whose x' at the start is `rate`, position
  /// and attitude do not advance to `next`, velocity and body rate are 0.
  [[gnu::noinline]] void hold(const StateType& now, const StateType& rate, StateType& next) const {
    const auto held = is_held(now, rate);
    for (const int first : {0, 6}) {
      const int end = first == 0 ? 3 : 10;
      for (int k = first; k < end; ++k) next.x[k] = select(held, now.x[k], next.x[k]);
    }
    for (const int first : {3, 10}) {
      for (int k = first; k < first + 3; ++k) next.x[k] = select(held, S(0.0), next.x[k]);
    }
  }

  /// x' at `now` as accelerometers measure it: of a vehicle that is held, the acceleration is that
  /// which the type of the ground says (stop_gain_1_s), the angular acceleration is 0.
  void stop(const StateType& now, StateType& rate) const {
    const auto held = is_held(now, rate);
    const S stopping(plan_.stop_gain_1_s);
    for (int k = 3; k < 6; ++k) {
      rate.x[k] = select(held, stopping * now.x[k], rate.x[k]);
      rate.x[k + 7] = select(held, S(0.0), rate.x[k + 7]);
    }
  }

 private:
  /// In which lanes the ground's type holds the vehicle.
  auto is_held(const StateType& now, const StateType& rate) const {
    auto held = S(0.0) < S(0.0);
    with_stopping_ground(plan_.kind, [&]<class G>() { held = G::is_held(now, rate, z_); });
    return held;
  }

  const GroundPlan& plan_;
  S z_;
};

}  // namespace montecopter
