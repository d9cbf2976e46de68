#pragma once
/// The body rate controller of FlightGoggles over lanes. Source: mit-aera/FlightGoggles (commit
/// 6842078), the multicopter node: low-pass, PID on angular acceleration, inertia.

#include "dynamics/controllers/lee_law.hpp"
#include "dynamics/controllers/low_pass.hpp"

namespace montecopter {

/// All members are S.
template <class S>
struct RateGains {
  Vec3<S> rate, integral, derivative, integral_limit;
  S cutoff;  ///< [rad/s]
};

/// All gains times a factor; limit and cut-off stay.
template <class S>
RateGains<S> operator*(const S& factor, const RateGains<S>& k) {
  return {factor * k.rate, factor * k.integral, factor * k.derivative, k.integral_limit, k.cutoff};
}

template <class S>
struct RateMemory {
  LowPass<S> body_rate;
  Vec3<S> integral;  ///< [rad]

  void start(const Feedback<S>& x) {
    body_rate.start(x.body_rate);
    integral = {S(0.0), S(0.0), S(0.0)};
  }
};

template <class S>
Wrench<S> rate_wrench(const RateGains<S>& k, const KnownVehicle<S>& vehicle, const Feedback<S>& x,
                      const Vec3<S>& wanted, const S& thrust, const S& period_s,
                      RateMemory<S>& memory) {
  memory.body_rate.follow(x.body_rate, {k.cutoff, period_s});
  const Vec3<S> error = wanted - memory.body_rate.value;
  const Vec3<S> sum = fma(period_s, error, memory.integral);
  const Vec3<S>& most = k.integral_limit;
  memory.integral = {clamp(sum.x, -most.x, most.x), clamp(sum.y, -most.y, most.y),
                     clamp(sum.z, -most.z, most.z)};
  const Vec3<S> spin_up = times(k.rate, error) + times(k.integral, memory.integral) -
                          times(k.derivative, memory.body_rate.rate);
  return {thrust, vehicle.inertia * spin_up};
}

}  // namespace montecopter
