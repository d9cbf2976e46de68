#pragma once
/// Methods with step control, Boost.Odeint's and ours, one sample at a time.

#include <array>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cstddef>
#include <limits>

#include "dynamics/integrators/bulirsch_stoer.hpp"
#include "dynamics/integrators/methods.hpp"
#include "dynamics/integrators/odeint_system.hpp"
#include "dynamics/integrators/step_control.hpp"
#include "dynamics/integrators/step_size.hpp"

namespace montecopter {

/// One of Odeint's embedded pairs with our step control. S is a pack of one lane.
template <class S, class Pair>
struct WithStepControl
    : boost::numeric::odeint::controlled_runge_kutta<
          Pair, LargestRelativeError, PortableStepAdjuster<S, Pair::error_order_value>,
          boost::numeric::odeint::never_resizer> {
  explicit WithStepControl(const LargestRelativeError& tolerance)
      : WithStepControl::controlled_runge_kutta(tolerance) {}

  /// Advances x and t by dt, or leaves them and makes dt smaller: false.
  template <class System, class Array>
  bool try_step(const System& system, Array& x, double& t, double& dt) {
    using Odeint = typename WithStepControl::controlled_runge_kutta;
    return Odeint::try_step(system, x, t, dt) == boost::numeric::odeint::success;
  }
};

template <class S, std::size_t n>
struct Dopri5Integrator::Method
    : WithStepControl<
          S, OverArrays<std::array<double, n>, boost::numeric::odeint::runge_kutta_dopri5>> {
  using Method::WithStepControl::WithStepControl;
};

template <class S, std::size_t n>
struct CashKarp54Integrator::Method
    : WithStepControl<
          S, OverArrays<std::array<double, n>, boost::numeric::odeint::runge_kutta_cash_karp54>> {
  using Method::WithStepControl::WithStepControl;
};

/// One of the methods, over arrays of n doubles. S is a pack of one lane.
template <class S, std::size_t n>
class OdeintControlledMethod {
 public:
  using System = OdeintSystem<double, n>;
  using Array = typename System::Array;

  explicit OdeintControlledMethod(const StepControl& control)
      : methods_(List::make(control.kind, LargestRelativeError{control.relative_tolerance,
                                                               control.absolute_tolerance})) {}

  /// Advances x by h. False if the step size collapses or takes too many tries; x is lost then.
  bool cover(const System& system, double h, Array& x) {
    bool covered = false;
    with_method(methods_, [&](auto& method) { covered = cover(method, system, h, x); });
    return covered;
  }

 private:
  /// More tries than this in one tick mean a problem that is too stiff for the method.
  static constexpr int most_tries = 100000;

  /// Drops the method's history first: the input and the normalisation of the quaternion change
  /// between ticks. Only the step size carries over.
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
      if (method.try_step(system, x, t, dt)) {
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

  using List = MethodsOf<Stepping::controlled, S, n>;
  typename List::Variant methods_;
  double next_ = std::numeric_limits<double>::infinity();
};

/// Advances one tick, which may take many internal steps; the last internal step size carries over
/// to the next tick.
template <class Vehicle>
class OdeintControlled {
 public:
  using S = typename Vehicle::S;  ///< a pack of one lane
  using StateType = typename Vehicle::StateType;
  static constexpr Stepping stepping = Stepping::controlled;

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
