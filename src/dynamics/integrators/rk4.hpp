#pragma once
/// Classical Runge-Kutta of order 4 in accumulator form. Stage quaternions are not normalised
/// (upstream 003 does so and is only second order in attitude, models.md 1.4).

#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class Vehicle>
struct Rk4 {
  explicit Rk4(const StepControl&) {}

  /// Advances the state by h with the input held; always succeeds.
  bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
            typename Vehicle::StateType& state) {
    using S = typename Vehicle::S;
    const int n = vehicle.size();
    const S half(0.5 * h), full(h), third(h / 3.0), sixth(h / 6.0);
    typename Vehicle::StateType rate, stage, sum;
    vehicle.derivative(state, input, rate);
    for (int i = 0; i < n; ++i) {
      sum.x[i] = fma(sixth, rate.x[i], state.x[i]);
      stage.x[i] = fma(half, rate.x[i], state.x[i]);
    }
    vehicle.derivative(stage, input, rate);
    for (int i = 0; i < n; ++i) {
      sum.x[i] = fma(third, rate.x[i], sum.x[i]);
      stage.x[i] = fma(half, rate.x[i], state.x[i]);
    }
    vehicle.derivative(stage, input, rate);
    for (int i = 0; i < n; ++i) {
      sum.x[i] = fma(third, rate.x[i], sum.x[i]);
      stage.x[i] = fma(full, rate.x[i], state.x[i]);
    }
    vehicle.derivative(stage, input, rate);
    for (int i = 0; i < n; ++i) state.x[i] = fma(sixth, rate.x[i], sum.x[i]);
    return true;
  }
};

}  // namespace montecopter
