#pragma once
/// Boost.Odeint's explicit methods with fixed steps, over packs of samples.

#include <array>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <boost/numeric/odeint/util/resizer.hpp>
#include <variant>

#include "dynamics/integrators/odeint_system.hpp"
#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

/// One of the methods, over arrays of n packs.
template <class S, std::size_t n>
class OdeintFixedMethod {
 public:
  using System = OdeintSystem<S, n>;
  using Array = typename System::Array;

  explicit OdeintFixedMethod(IntegratorKind kind) : methods_(make(kind)) {}

  void step(const System& system, double h, Array& x) {
    with_method(methods_, [&]<class Method>(Method& method) {
      // Its last stage is the next step's first, but not after the quaternion was normalised.
      if constexpr (std::is_same_v<Method, DormandPrince>) method.reset();
      method.do_step(system, x, 0.0, h);
    });
  }

  /// Forgets the steps before: the derivative is about to jump.
  void restart() {
    if (Adams* adams = std::get_if<Adams>(&methods_)) adams->reset();
  }

 private:
  template <template <class...> class Method>
  using Over =
      Method<Array, double, Array, double, boost::numeric::odeint::array_algebra,
             boost::numeric::odeint::default_operations, boost::numeric::odeint::never_resizer>;
  using DormandPrince = Over<boost::numeric::odeint::runge_kutta_dopri5>;
  using CashKarp = Over<boost::numeric::odeint::runge_kutta_cash_karp54>;
  using Fehlberg = Over<boost::numeric::odeint::runge_kutta_fehlberg78>;
  /// Adams-Bashforth predicts with 4 derivatives, Adams-Moulton corrects once with the derivative
  /// there: both of order 4 (Odeint's page says 5). The first three steps are Runge-Kutta 4.
  using Adams = boost::numeric::odeint::adams_bashforth_moulton<
      4, Array, double, Array, double, boost::numeric::odeint::array_algebra,
      boost::numeric::odeint::default_operations, boost::numeric::odeint::never_resizer,
      Over<boost::numeric::odeint::runge_kutta4>>;

  using Methods = std::variant<DormandPrince, CashKarp, Fehlberg, Adams>;

  /// Built in place: an Adams method points into itself.
  static Methods make(IntegratorKind kind) {
    static_assert(odeint_integrators == 4, "a new one needs its case here");
    switch (kind) {
      case IntegratorKind::cash_karp54_fixed:
        return Methods(std::in_place_type<CashKarp>);
      case IntegratorKind::fehlberg78_fixed:
        return Methods(std::in_place_type<Fehlberg>);
      case IntegratorKind::adams_bashforth_moulton:
        return Methods(std::in_place_type<Adams>);
      default:
        return Methods(std::in_place_type<DormandPrince>);
    }
  }

  Methods methods_;
};

template <class Vehicle>
class OdeintFixed {
 public:
  using StateType = typename Vehicle::StateType;

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

  /// To be called when the input of the next step differs from that of the last one.
  void input_changed() { method_.restart(); }

 private:
  OdeintFixedMethod<typename Vehicle::S, state_capacity<Vehicle>> method_;
};

}  // namespace montecopter
