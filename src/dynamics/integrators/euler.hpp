#pragma once
/// Explicit Euler: all rates from the old state; the quaternion is normalised after the step.

#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class Vehicle>
struct Euler {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

  explicit Euler(const StepControl&) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds.
  bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
            const StateType& state, StateType& next) {
    StateType rate;
    vehicle.derivative(state, input, rate);
    const S dt(h);
    for (int i = 0; i < vehicle.size(); ++i) next.x[i] = fma(dt, rate.x[i], state.x[i]);
    next.normalise_attitude();
    return true;
  }
};

}  // namespace montecopter
