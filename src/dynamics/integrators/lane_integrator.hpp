#pragma once
/// Our integrators over packs of samples, chosen at run time: the time loop is compiled once for
/// all of them. RK4, the commonest, is inlined into it; the others are a function beside it,
/// without which g++ inlines less of RK4 (0.7 of the speed of `plus-quad-unit`). For vehicles whose
/// terms are known when they are compiled, RK4 is a type of its own
/// (simulate/kernels/lane_flight.hpp). Together with the others it takes 1.25 of its time there.

#include "core/base/contract.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class Vehicle>
class LaneIntegrator {
 public:
  using Input = typename Vehicle::Input;
  using StateType = typename Vehicle::StateType;
  static constexpr Stepping stepping = Stepping::lanes;

  explicit LaneIntegrator(const StepControl& control) : kind_(control.kind) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds. `next`
  /// may be `state`.
  bool step(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
            StateType& next) {
    if constexpr (!Vehicle::known_terms) {
      if (kind_ == rk4) return Rk4<Vehicle>::step(vehicle, h, input, state, next);
    }
    other_step(vehicle, h, input, state, next);
    return true;
  }

  /// The rates that the body starts this step with.
  void start_rate(const Vehicle& vehicle, double h, const Input& input, const StateType& state,
                  StateType& rate) const {
    bool has_its_own = false;
    with_integrator<stepping>(kind_, [&]<class I>() {
      using Scheme = typename I::template Scheme<Vehicle>;
      if constexpr (requires { &Scheme::start_rate; }) {
        Scheme::start_rate(vehicle, h, input, state, rate);
        has_its_own = true;
      }
    });
    if (!has_its_own) vehicle.derivative(state, input, rate);
  }

 private:
  [[gnu::noinline]] void other_step(const Vehicle& vehicle, double h, const Input& input,
                                    const StateType& state, StateType& next) const {
    expects(kind_ != rk4, "another integrator than RK4");
    with_integrator<stepping>(kind_, [&]<class I>() {
      if constexpr (integrator_number<I> != rk4) {
        I::template Scheme<Vehicle>::step(vehicle, h, input, state, next);
      }
    });
  }

  static constexpr IntegratorKind rk4 = integrator_number<Rk4Integrator>;

  IntegratorKind kind_;
};

}  // namespace montecopter
