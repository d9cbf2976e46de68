#pragma once
/// Our integrators over packs of samples, chosen at run time: the time loop is then compiled once
/// per vehicle and not once per integrator.

#include "dynamics/integrators/euler.hpp"
#include "dynamics/integrators/euler_exp.hpp"
#include "dynamics/integrators/rk4.hpp"
#include "dynamics/integrators/semi_implicit_euler.hpp"
#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class Vehicle>
class LaneIntegrator {
 public:
  using Input = typename Vehicle::Input;
  using StateType = typename Vehicle::StateType;

  explicit LaneIntegrator(const StepControl& control) : step_(choose(control.kind)) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds. `next`
  /// may be `state`.
  bool step(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
            StateType& next) {
    step_(vehicle, h, input, state, next);
    return true;
  }

 private:
  using Step = void (*)(const Vehicle&, double, const Input&, const StateType&, StateType&);

  static Step choose(IntegratorKind kind) {
    switch (kind) {
      case IntegratorKind::euler:
        return Euler<Vehicle>::step;
      case IntegratorKind::semi_implicit_euler:
        return SemiImplicitEuler<Vehicle>::step;
      case IntegratorKind::euler_exp:
        return EulerExp<Vehicle>::step;
      default:
        return Rk4<Vehicle>::step;
    }
  }

  Step step_;
};

}  // namespace montecopter
