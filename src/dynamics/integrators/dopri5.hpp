#pragma once
/// Dormand-Prince 5(4) with step control, one sample at a time, by Boost.Odeint with a step
/// adjuster and an error checker of ours: the stock adjuster calls libm's pow (not portable in
/// bits) and the stock checker lets a NaN error pass.

#include <array>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <limits>

#include "dynamics/elementary.hpp"
#include "dynamics/integrators/step_control.hpp"

namespace montecopter {

/// Largest error over the components, in units of its tolerance; a NaN counts as infinite.
template <class S>
struct LargestRelativeError {
  double relative, absolute;

  template <class Algebra, class State, class Deriv, class Err, class Time>
  double error(Algebra&, const State& x, const Deriv&, Err& err, Time) const {
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double e = abs(err[i]) / fma(relative, abs(x[i]), absolute);
      largest = e <= largest ? largest : e;
    }
    return largest < std::numeric_limits<double>::infinity()
               ? largest
               : std::numeric_limits<double>::infinity();
  }
};

/// Elementary step-size control (Hairer, Norsett, Wanner I, eq. II.4.13): h <- h clamp(0.9
/// e^(-1/5)).
template <class S>
struct PortableStepAdjuster {
  static double factor(double error) {
    if (!(error < 1e30)) return 0.2;
    if (error < 1e-4) return 5.0;
    const double f = 0.9 * S(exp(S(-0.2) * log(S(error)))).lane(0);
    return f < 0.2 ? 0.2 : (f > 5.0 ? 5.0 : f);
  }
  template <class Order>
  double decrease_step(double h, double error, Order) const {
    const double f = factor(error);
    return h * (f < 0.9 ? f : 0.9);
  }
  template <class Order>
  double increase_step(double h, double error, Order) const {
    const double f = factor(error);
    return h * (f > 1.0 ? f : 1.0);
  }
  bool check_step_size_limit(double) const { return true; }
  double get_max_dt() const { return 0.0; }
};

/// One tick may take many internal steps; the last internal step size carries over to the next
/// tick.
template <class Vehicle>
class Dopri5 {
 public:
  using S = typename Vehicle::S;  ///< a pack of one lane
  static constexpr std::size_t size = sizeof(typename Vehicle::StateType) / sizeof(double);
  using Array = std::array<double, size>;

  explicit Dopri5(const StepControl& control)
      : controlled_({control.relative_tolerance, control.absolute_tolerance}, {}, {}) {}

  /// Advances by one tick of h seconds with the input held. The stored derivative is dropped first,
  /// since the input and the normalisation of the quaternion change between ticks. False if the
  /// step size collapses or the tick takes too many steps (the problem is too stiff); then next is
  /// the old state.
  bool step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
            const typename Vehicle::StateType& state, typename Vehicle::StateType& next) {
    const auto system = [&](const Array& x, Array& dxdt, double) {
      typename Vehicle::StateType rate{};
      vehicle.derivative(from_array(x), input, rate);
      dxdt = to_array(rate);
    };
    controlled_.reset();
    Array x = to_array(state);
    const double shortest = h * 0x1p-40;
    double t = 0.0;
    for (int tries = 0; t < h; ++tries) {
      if (tries == most_tries) return fail(state, next);
      const double left = h - t;
      const bool last = !(next_ < left * (1.0 - 1e-12));
      double dt = last ? left : next_;
      const double tried = dt;
      const auto result = controlled_.try_step(system, x, t, dt);
      if (result == boost::numeric::odeint::success) {
        // A step cut short by the tick says nothing against the longer one planned before.
        next_ = last && next_ > dt ? next_ : dt;
        if (last) break;
      } else {
        next_ = dt;
        if (!(dt > shortest) || !(dt < tried)) return fail(state, next);
      }
    }
    next = from_array(x);
    next.normalise_attitude();
    return true;
  }

 private:
  /// More internal steps than this in one tick mean a problem that is too stiff for the method.
  static constexpr int most_tries = 100000;

  static bool fail(const typename Vehicle::StateType& state, typename Vehicle::StateType& next) {
    next = state;
    return false;
  }

  using ErrorStepper =
      boost::numeric::odeint::runge_kutta_dopri5<Array, double, Array, double,
                                                 boost::numeric::odeint::array_algebra>;
  using Controlled =
      boost::numeric::odeint::controlled_runge_kutta<ErrorStepper, LargestRelativeError<S>,
                                                     PortableStepAdjuster<S>>;

  static Array to_array(const typename Vehicle::StateType& state) {
    Array a;
    for (std::size_t i = 0; i < size; ++i) a[i] = state.x[i].lane(0);
    return a;
  }
  static typename Vehicle::StateType from_array(const Array& a) {
    typename Vehicle::StateType state;
    for (std::size_t i = 0; i < size; ++i) state.x[i] = S(a[i]);
    return state;
  }

  Controlled controlled_;
  double next_ = std::numeric_limits<double>::infinity();
};

}  // namespace montecopter
