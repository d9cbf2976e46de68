#pragma once
/// Grounds that stop a vehicle, as PX4's SIH does, over one pack of samples. Flight calls hold()
/// after each step of the integrator, and stop() where the acceleration at the start of a step is
/// needed. Which vehicles are stopped is the rule of the ground's type (stops_vehicles,
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
    const Vec3<S> zero = {S(0.0), S(0.0), S(0.0)};
    next.set_position(select(held, now.position(), next.position()));
    next.set_velocity(select(held, zero, next.velocity()));
    next.set_attitude(select(held, now.attitude(), next.attitude()));
    next.set_body_rate(select(held, zero, next.body_rate()));
  }

  /// x' at `now` as accelerometers measure it: of a vehicle that is held, the acceleration is that
  /// which the type of the ground says (stop_gain_1_s), the angular acceleration is 0.
  void stop(const StateType& now, StateType& rate) const {
    const auto held = is_held(now, rate);
    const Vec3<S> a_WB_W = S(plan_.stop_gain_1_s) * now.velocity();
    const Vec3<S> zero = {S(0.0), S(0.0), S(0.0)};
    rate.set_velocity(select(held, a_WB_W, rate.velocity()));
    rate.set_body_rate(select(held, zero, rate.body_rate()));
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
