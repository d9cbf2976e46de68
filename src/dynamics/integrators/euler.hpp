#pragma once
/// Explicit Euler: all rates from the old state; the quaternion is normalised after the step.

#include "dynamics/integrators/stepping.hpp"

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

struct EulerIntegrator {
  static constexpr std::string_view name = "euler";
  static constexpr std::string_view doc = "Explicit Euler";
  static constexpr Stepping stepping = Stepping::lanes;
  static constexpr int order = 1;
  static constexpr int evaluations = 1;
  static constexpr int steps = 1;
  static constexpr double real_stability = 2.0;
  static double stable_angle(double zeta) { return euler_stable_angle(zeta); }
  static constexpr bool allocates = false;
  template <class Vehicle>
  using Scheme = Euler<Vehicle>;
};

}  // namespace montecopter
