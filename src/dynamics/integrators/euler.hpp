#pragma once
/// Explicit Euler: all rates from the old state; the quaternion is normalised after the step.

#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class Vehicle>
struct Euler {
  explicit Euler(const StepControl&) {}

  /// Advances the state by h with the input held; always succeeds.
  bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
            typename Vehicle::StateType& state) {
    using S = typename Vehicle::S;
    typename Vehicle::StateType rate;
    vehicle.derivative(state, input, rate);
    const S dt(h);
    for (int i = 0; i < vehicle.size(); ++i) state.x[i] = fma(dt, rate.x[i], state.x[i]);
    return true;
  }
};

}  // namespace montecopter
