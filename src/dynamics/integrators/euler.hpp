#pragma once
/// Explicit Euler: all rates from the old state; the quaternion is normalised after the step.

namespace montecopter {

template <class Vehicle>
struct Euler {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

  /// The state after h seconds with the input held, quaternion normalised. `next` may be `state`.
  static void step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                   const StateType& state, StateType& next) {
    StateType rate;
    vehicle.derivative(state, input, rate);
    const S dt(h);
    for (int i = 0; i < vehicle.size(); ++i) next.x[i] = fma(dt, rate.x[i], state.x[i]);
    next.normalise_attitude();
  }
};

}  // namespace montecopter
