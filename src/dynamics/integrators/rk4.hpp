#pragma once
/// Classical Runge-Kutta of order 4 in accumulator form. Stage quaternions are not normalised
/// (multicopterDynamicsSim does so and is only second order in attitude, docs/models.md 1.3).

#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class Vehicle>
struct Rk4 {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

  explicit Rk4(const StepControl&) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds.
  bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
            const StateType& state, StateType& next) {
    if constexpr (Vehicle::known_terms) {
      flat(vehicle, h, input, state, next);  // the compile time is spent where it pays
    } else {
      stages(vehicle, h, input, state, next);
    }
    return true;
  }

 private:
  /// The same with every call inlined.
  [[gnu::flatten]] static void flat(const Vehicle& vehicle, double h,
                                    const typename Vehicle::Input& input, const StateType& state,
                                    StateType& next) {
    stages(vehicle, h, input, state, next);
  }

  static void stages(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                     const StateType& state, StateType& next) {
    // One loop body for the stages: the rates then stay in registers between the derivative and the
    // sums. States are copied element by element: g++ copies whole ones by `rep movs`.
    const S weight[3] = {S(h / 6.0), S(h / 3.0), S(h / 3.0)};
    const S ahead[3] = {S(0.5 * h), S(0.5 * h), S(h)};
    const int n = vehicle.size();
    // Where the vehicle's parts are types, states start as copies, which registers hold; elsewhere
    // they live in memory, and the copy (a tenth of the time) is saved.
    constexpr bool copied = Vehicle::known_parts;
    StateType rate, stage, sum;
    for (int i = 0; copied && i < n; ++i) stage.x[i] = sum.x[i] = state.x[i];
    const StateType* at = copied ? &stage : &state;
    const StateType* so_far = copied ? &sum : &state;
#pragma GCC unroll 1
    for (int k = 0; k < 3; ++k) {
      if constexpr (requires { vehicle.at_stage(h); }) vehicle.at_stage(k == 0 ? 0.0 : 0.5 * h);
      vehicle.derivative(*at, input, rate);
      for (int i = 0; i < n; ++i) {
        sum.x[i] = fma(weight[k], rate.x[i], so_far->x[i]);
        stage.x[i] = fma(ahead[k], rate.x[i], state.x[i]);
      }
      at = &stage;
      so_far = &sum;
    }
    if constexpr (requires { vehicle.at_stage(h); }) vehicle.at_stage(h);
    vehicle.derivative(stage, input, rate);
    for (int i = 0; i < n; ++i) next.x[i] = fma(weight[0], rate.x[i], sum.x[i]);
    next.normalise_attitude();
  }
};

}  // namespace montecopter
