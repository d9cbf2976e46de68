#pragma once
/// Our integrators over packs of samples, chosen at run time: the time loop is compiled once for
/// all of them. RK4, the commonest, is inlined into it; the others are a function beside it,
/// without which g++ inlines less of RK4 (0.7 of the speed of `plus-quad-unit`). Of vehicles whose
/// terms are known when they are compiled RK4 is a type of its own
/// (simulate/kernels/lane_flight.hpp): beside the others it takes 1.25 of its time there.

#include "base/contract.hpp"
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

  explicit LaneIntegrator(const StepControl& control) : kind_(control.kind) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds. `next`
  /// may be `state`.
  bool step(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
            StateType& next) {
    if constexpr (!Vehicle::known_terms) {
      if (kind_ == IntegratorKind::rk4) return Rk4<Vehicle>::step(vehicle, h, input, state, next);
    }
    other_step(vehicle, h, input, state, next);
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
    expects(kind_ != IntegratorKind::rk4, "another integrator than RK4");
    static_assert(lane_integrators == 4, "a new one of ours needs its case here");
    if (kind_ == IntegratorKind::euler) {
      Euler<Vehicle>::step(vehicle, h, input, state, next);
    } else if (kind_ == IntegratorKind::euler_exp) {
      EulerExp<Vehicle>::step(vehicle, h, input, state, next);
    } else {
      SemiImplicitEuler<Vehicle>::step(vehicle, h, input, state, next);
    }
  }

  IntegratorKind kind_;
};

}  // namespace montecopter
