#pragma once
/// Error norm and step sizes of the controlled integrators, instead of Boost.Odeint's. The stock
/// step adjuster calls libm's pow (not portable in bits), the stock checker lets a NaN error pass.

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/numerics/elementary.hpp"

namespace montecopter {

/// Largest error over the components, in units of its tolerance; a NaN counts as infinite.
struct LargestRelativeError {
  double relative, absolute;

  template <class Algebra, class State, class Deriv, class Err, class Time>
  double error(Algebra&, const State& x, const Deriv&, const Err& err, Time) const {
    return of(x, err);
  }
  template <class State, class Err>
  double of(const State& x, const Err& err) const {
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double e = abs(err[i]) / fma(relative, abs(x[i]), absolute);
      if (!(e < std::numeric_limits<double>::infinity())) {
        return std::numeric_limits<double>::infinity();
      }
      largest = max(e, largest);
    }
    return largest;
  }
};

/// Elementary step-size control (Hairer, Norsett, Wanner I, eq. II.4.13): h <- h clamp(0.9
/// e^(-1/(q+1))), q being the order of the error estimate, within [0.2, 5]. It takes these limits
/// for errors that are beyond the range of the formula or may be 0. S is a pack of one lane.
template <class S, int error_order>
struct PortableStepAdjuster {
  static double factor(double error) {
    if (!(error < 1e30)) return 0.2;
    if (error < 1e-4) return 5.0;
    const double f = 0.9 * S(exp(S(-1.0 / (error_order + 1)) * log(S(error)))).lane(0);
    return f < 0.2 ? 0.2 : (f > 5.0 ? 5.0 : f);
  }
  double decrease_step(double h, double error, int) const {
    const double f = factor(error);
    return h * (f < 0.9 ? f : 0.9);
  }
  double increase_step(double h, double error, int) const {
    const double f = factor(error);
    return h * (f > 1.0 ? f : 1.0);
  }
  bool check_step_size_limit(double) const { return true; }
  double get_max_dt() const { return 0.0; }
};

}  // namespace montecopter
