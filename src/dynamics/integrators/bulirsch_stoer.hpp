#pragma once
/// Boost.Odeint's Bulirsch-Stoer (Hairer, Norsett, Wanner I, II.9), made portable in bits and safe
/// against NaN.

#include <array>
#include <boost/numeric/odeint/algebra/array_algebra.hpp>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <cmath>

#include "core/numerics/elementary.hpp"
#include "dynamics/integrators/step_size.hpp"

namespace montecopter {

/// A double whose pow is ours: Odeint computes step sizes by an unqualified call of pow, which
/// finds this one by its argument. S is a pack of one lane.
template <class S>
struct NumberWithPow {
  double value;

  constexpr NumberWithPow(double x = 0.0) : value(x) {}  // NOLINT: implicit by design
  constexpr operator double() const { return value; }    // NOLINT: implicit by design
  NumberWithPow& operator*=(double x) { return *this = value * x; }

  /// base > 0.
  friend double pow(NumberWithPow base, double exponent) { return power(base, exponent); }
  friend double pow(double base, NumberWithPow exponent) { return power(base, exponent); }

 private:
  static double power(double base, double exponent) {
    return S(exp(S(exponent) * log(S(base)))).lane(0);
  }
};

template <class S, std::size_t n>
class BulirschStoer {
 public:
  using Array = std::array<double, n>;

  explicit BulirschStoer(const LargestRelativeError& tolerance)
      : stepper_(tolerance.absolute, tolerance.relative, 1.0, 0.0) {}

  /// Advances x and t by dt, or leaves them and makes dt smaller: false.
  template <class System>
  bool try_step(System system, Array& x, double& t, double& dt) {
    const double start = t, tried = dt;
    Array next;
    const auto result = stepper_.try_step(system, x, t, next, dt);
    if (result == boost::numeric::odeint::success && is_finite(next)) {
      x = next;
      return true;
    }
    t = start;
    // Its error norm skips NaN, and it may ask for the same step again.
    if (!is_finite(next) || !(dt < tried)) {
      dt = 0.2 * tried;
      stepper_.reset();
    }
    return false;
  }

  void reset() { stepper_.reset(); }

 private:
  static bool is_finite(const Array& x) {
    double zero = 0.0;
    for (const double a : x) zero = fma(a, 0.0, zero);
    return zero == 0.0;
  }

  boost::numeric::odeint::bulirsch_stoer<
      Array, NumberWithPow<S>, Array, double, boost::numeric::odeint::array_algebra,
      boost::numeric::odeint::default_operations, boost::numeric::odeint::never_resizer>
      stepper_;
};

}  // namespace montecopter
