#pragma once
/// Semi-implicit (symplectic) Euler: velocity and body rate from the rates at the old state, then
/// position and attitude with the new ones. The motors are explicit.

#include "dynamics/state.hpp"

namespace montecopter {

template <class Vehicle>
struct SemiImplicitEuler {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

  /// The state after h seconds with the input held, quaternion normalised. `next` may be `state`.
  static void step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                   const StateType& state, StateType& next) {
    StateType rate;
    vehicle.derivative(state, input, rate);
    const S dt(h);
    const auto advance = [&](int first, int end) {
      for (int i = first; i < end; ++i) next.x[i] = fma(dt, rate.x[i], state.x[i]);
    };
    advance(3, 6);
    advance(10, vehicle.size());
    rate.set_position(next.velocity());
    rate.set_attitude(half_product(state.attitude(), next.body_rate()));
    advance(0, 3);
    advance(6, 10);
    next.normalise_attitude();
  }
};

}  // namespace montecopter
