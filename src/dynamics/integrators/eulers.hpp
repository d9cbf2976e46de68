#pragma once
/// The three kinds of Euler over packs of samples, chosen at run time: the time loop is compiled
/// once for all of them. Explicit Euler, the commonest, is inlined into it.

#include "dynamics/integrators/euler.hpp"
#include "dynamics/integrators/euler_exp.hpp"
#include "dynamics/integrators/semi_implicit_euler.hpp"
#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class Vehicle>
class Eulers {
 public:
  using Input = typename Vehicle::Input;
  using StateType = typename Vehicle::StateType;

  explicit Eulers(const StepControl& control) : kind_(control.kind) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds. `next`
  /// may be `state`.
  bool step(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
            StateType& next) {
    if (kind_ == IntegratorKind::euler) {
      Euler<Vehicle>::step(vehicle, h, input, state, next);
    } else {
      other_step(vehicle, h, input, state, next);
    }
    return true;
  }

  /// The rates that the body starts this step with.
  void start_rate(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
                  StateType& rate) const {
    if (kind_ == IntegratorKind::euler_exp) {
      EulerExp<Vehicle>::start_rate(vehicle, h, input, state, rate);
    } else {
      vehicle.derivative(state, input, rate);
    }
  }

 private:
  [[gnu::noinline]] void other_step(const Vehicle& vehicle, double h, const Input& input,
                                    const StateType& state, StateType& next) const {
    static_assert(lane_integrators == 4, "a new one of ours needs its case here or in the kernels");
    if (kind_ == IntegratorKind::euler_exp) {
      EulerExp<Vehicle>::step(vehicle, h, input, state, next);
    } else {
      SemiImplicitEuler<Vehicle>::step(vehicle, h, input, state, next);
    }
  }

  IntegratorKind kind_;
};

}  // namespace montecopter
