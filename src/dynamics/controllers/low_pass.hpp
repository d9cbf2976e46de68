#pragma once
/// The second-order low-pass of controllers over lanes: x'' = w^2 (u - x) - 2 z w x' with the
/// damping z of a Butterworth filter. It uses backward Euler's rule, which is stable for any
/// period. It is the algebra of FlightGoggles' filter (models.md 1.10), whose gains are w^2 and 2 z
/// w.

#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Coefficients of the discrete filter for a cut-off and a period.
template <class S>
struct LowPassStep {
  S period, pull, keep;

  LowPassStep() = default;
  LowPassStep(const S& cutoff_rad_s, const S& period_s) : period(period_s) {
    const S angle = cutoff_rad_s * period_s;
    pull = cutoff_rad_s * angle;
    keep = S(1.0) / fma(angle, angle + S(0x1.6a09e667f3bcdp+0), S(1.0));  // 2 z = sqrt(2)
  }
};

/// A filtered vector and its derivative: the filtered difference of the input.
template <class S>
struct LowPass {
  Vec3<S> value, rate;

  void start(const Vec3<S>& in) {
    value = in;
    rate = {S(0.0), S(0.0), S(0.0)};
  }
  void follow(const Vec3<S>& in, const LowPassStep<S>& step) {
    rate = step.keep * fma(step.pull, in - value, rate);
    value = fma(step.period, rate, value);
  }
};

}  // namespace montecopter
