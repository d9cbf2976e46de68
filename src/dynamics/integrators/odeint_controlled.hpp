#pragma once
/// Methods with step control, Boost.Odeint's and ours, one sample at a time.

#include <array>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/util/resizer.hpp>
#include <limits>
#include <variant>

#include "dynamics/integrators/bulirsch_stoer.hpp"
#include "dynamics/integrators/fehlberg78.hpp"
#include "dynamics/integrators/odeint_system.hpp"
#include "dynamics/integrators/rosenbrock4.hpp"
#include "dynamics/integrators/step_control.hpp"
#include "dynamics/integrators/step_size.hpp"

namespace montecopter {

/// One of the methods, over arrays of n doubles. S is a pack of one lane.
template <class S, std::size_t n>
class OdeintControlledMethod {
 public:
  using System = OdeintSystem<double, n>;
  using Array = typename System::Array;

  explicit OdeintControlledMethod(const StepControl& control) : methods_(make(control)) {}

  /// Advances x by h. False if the step size collapses or takes too many tries; x is lost then.
  bool cover(const System& system, double h, Array& x) {
    bool covered = false;
    with_method(methods_, [&](auto& method) { covered = cover(method, system, h, x); });
    return covered;
  }

 private:
  /// More tries than this in one tick mean a problem that is too stiff for the method.
  static constexpr int most_tries = 100000;

  /// What the method kept is dropped first: the input and the normalisation of the quaternion
  /// change between ticks. Only the step size carries over.
  template <class Method>
  bool cover(Method& method, const System& system, double h, Array& x) {
    if constexpr (requires { method.reset(); }) method.reset();
    const double shortest = h * 0x1p-40;  // far more than most_tries of them: it has collapsed
    double t = 0.0;
    for (int tries = 0; tries < most_tries; ++tries) {
      const double left = h - t;
      // A planned step that ends there but for rounding is the last one.
      const bool last = !(next_ < left * (1.0 - 1e-12));
      double dt = last ? left : next_;
      const double tried = dt;
      if (method.try_step(system, x, t, dt) == boost::numeric::odeint::success) {
        // A step cut short by the tick says nothing against the longer one planned before.
        next_ = last && next_ > dt ? next_ : dt;
        if (last || !(t < h)) return true;
      } else {
        next_ = dt;
        if (!(dt > shortest) || !(dt < tried)) return false;
      }
    }
    return false;
  }

  template <template <class...> class Method>
  using Pair =
      Method<Array, double, Array, double, boost::numeric::odeint::array_algebra,
             boost::numeric::odeint::default_operations, boost::numeric::odeint::never_resizer>;
  template <template <class...> class Method>
  using Controlled = boost::numeric::odeint::controlled_runge_kutta<
      Pair<Method>, LargestRelativeError, PortableStepAdjuster<S, Pair<Method>::error_order_value>,
      boost::numeric::odeint::never_resizer>;
  using DormandPrince = Controlled<boost::numeric::odeint::runge_kutta_dopri5>;
  using CashKarp = Controlled<boost::numeric::odeint::runge_kutta_cash_karp54>;

  using Methods = std::variant<DormandPrince, CashKarp, Fehlberg78<S, n>, BulirschStoer<S, n>,
                               Rosenbrock4<S, n>>;

  static Methods make(const StepControl& control) {
    static_assert(controlled_integrators == 5, "a new one needs its case here");
    const LargestRelativeError tolerance = {control.relative_tolerance, control.absolute_tolerance};
    switch (control.kind) {
      case IntegratorKind::cash_karp54:
        return Methods(std::in_place_type<CashKarp>, tolerance);
      case IntegratorKind::fehlberg78:
        return Methods(std::in_place_type<Fehlberg78<S, n>>, tolerance);
      case IntegratorKind::bulirsch_stoer:
        return Methods(std::in_place_type<BulirschStoer<S, n>>, tolerance);
      case IntegratorKind::rosenbrock4:
        return Methods(std::in_place_type<Rosenbrock4<S, n>>, tolerance);
      default:
        return Methods(std::in_place_type<DormandPrince>, tolerance);
    }
  }

  Methods methods_;
  double next_ = std::numeric_limits<double>::infinity();
};

/// One tick may take many internal steps; the last internal step size carries over to the next
/// tick.
template <class Vehicle>
class OdeintControlled {
 public:
  using S = typename Vehicle::S;  ///< a pack of one lane
  using StateType = typename Vehicle::StateType;

  explicit OdeintControlled(const StepControl& control) : method_(control) {}

  /// Advances by one tick of h seconds with the input held, quaternion normalised. False if the
  /// step size collapses or the tick takes too many steps (the problem is too stiff); then next is
  /// the old state. `next` may be `state`.
  bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
            const StateType& state, StateType& next) {
    typename Method::Array x;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = state.x[i].lane(0);
    const bool covered = method_.cover(single_system(vehicle, input), h, x);
    if (!covered) {
      next = state;
      return false;
    }
    for (std::size_t i = 0; i < x.size(); ++i) next.x[i] = S(x[i]);
    next.normalise_attitude();
    return true;
  }

 private:
  using Method = OdeintControlledMethod<S, state_capacity<Vehicle>>;
  Method method_;
};

}  // namespace montecopter
