#pragma once
/// Boost.Odeint's explicit methods with fixed steps, over packs of samples.

#include <array>
#include <boost/numeric/odeint/stepper/adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cstddef>

#include "dynamics/integrators/methods.hpp"
#include "dynamics/integrators/odeint_system.hpp"
#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

template <class S, std::size_t n>
struct Dopri5FixedIntegrator::Method
    : OverArrays<std::array<S, n>, boost::numeric::odeint::runge_kutta_dopri5> {
  void step(const OdeintSystem<S, n>& system, double h, std::array<S, n>& x) {
    // Its last stage is the next step's first, but not after the quaternion was normalised.
    this->reset();
    this->do_step(system, x, 0.0, h);
  }
};

template <class S, std::size_t n>
struct CashKarp54FixedIntegrator::Method
    : OverArrays<std::array<S, n>, boost::numeric::odeint::runge_kutta_cash_karp54> {
  void step(const OdeintSystem<S, n>& system, double h, std::array<S, n>& x) {
    this->do_step(system, x, 0.0, h);
  }
};

template <class S, std::size_t n>
struct Fehlberg78FixedIntegrator::Method
    : OverArrays<std::array<S, n>, boost::numeric::odeint::runge_kutta_fehlberg78> {
  void step(const OdeintSystem<S, n>& system, double h, std::array<S, n>& x) {
    this->do_step(system, x, 0.0, h);
  }
};

/// Adams-Bashforth predicts with 4 derivatives, Adams-Moulton corrects once with the derivative
/// there: both of order 4 (Odeint's page says 5). The first three steps are Runge-Kutta 4.
template <class S, std::size_t n>
struct AdamsBashforthMoultonIntegrator::Method
    : boost::numeric::odeint::adams_bashforth_moulton<
          4, std::array<S, n>, double, std::array<S, n>, double,
          boost::numeric::odeint::array_algebra, boost::numeric::odeint::default_operations,
          boost::numeric::odeint::never_resizer,
          OverArrays<std::array<S, n>, boost::numeric::odeint::runge_kutta4>> {
  void step(const OdeintSystem<S, n>& system, double h, std::array<S, n>& x) {
    this->do_step(system, x, 0.0, h);
  }
  /// Forgets the steps before: the derivative is about to jump.
  void restart() { this->reset(); }
};

/// One of the methods, over arrays of n packs.
template <class S, std::size_t n>
class OdeintFixedMethod {
 public:
  using System = OdeintSystem<S, n>;
  using Array = typename System::Array;

  explicit OdeintFixedMethod(IntegratorKind kind) : methods_(List::make(kind)) {}

  void step(const System& system, double h, Array& x) {
    with_method(methods_, [&](auto& method) { method.step(system, h, x); });
  }

  /// Forgets the steps before: the derivative is about to jump.
  void restart() {
    with_method(methods_, [](auto& method) {
      if constexpr (requires { method.restart(); }) method.restart();
    });
  }

 private:
  using List = MethodsOf<Stepping::odeint, S, n>;
  typename List::Variant methods_;
};

template <class Vehicle>
class OdeintFixed {
 public:
  using StateType = typename Vehicle::StateType;
  static constexpr Stepping stepping = Stepping::odeint;

  explicit OdeintFixed(const StepControl& control) : method_(control.kind) {}

  /// The state after h seconds with the input held, quaternion normalised; always succeeds. `next`
  /// may be `state`.
  bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
            const StateType& state, StateType& next) {
    for (std::size_t i = 0; i < state.x.size(); ++i) next.x[i] = state.x[i];
    method_.step(packed_system(vehicle, input), h, next.x);
    next.normalise_attitude();
    return true;
  }

  /// Call this when the input of the next step differs from the input of the last one.
  void input_changed() { method_.restart(); }

 private:
  OdeintFixedMethod<typename Vehicle::S, state_capacity<Vehicle>> method_;
};

}  // namespace montecopter
