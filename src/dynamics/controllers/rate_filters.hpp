#pragma once
/// The filters of the body rate in PX4's control loop, over lanes. They are two notches and a
/// low-pass of the gyroscope, the derivative of their output, and the low-pass of the yaw torque.
/// Sources: PX4/PX4-Autopilot, VehicleAngularVelocity (order of the filters), LowPassFilter2p and
/// NotchFilter (bilinear, the latter with its centre and its bandwidth kept), AlphaFilter (backward
/// Euler). PX4 runs them at the rate of the gyroscope, a control law here at its own rate.
/// Coefficients keep centre and low-frequency lag as at the gyroscope's rate. Where both rates are
/// equal, the filters are PX4's.
///
/// Second-order filters are state-variable filters by the trapezoidal rule (V. Zavalishin, "The Art
/// of VA Filter Design", 2018, section 4), which is the bilinear transform. Their memory at rest
/// does not depend on their coefficients.

#include <array>
#include <numbers>

#include "core/numerics/elementary.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Coefficients of a second-order filter. open == 0: there is none.
template <class S>
struct StateVariableStep {
  S open, by_band, by_low, damping;

  StateVariableStep() = default;
  /// `tangent` of half the angle per update at the corner; `k` is the damping 1 / Q.
  StateVariableStep(const S& tangent, const S& k) : damping(k) {
    open = S(1.0) / fma(tangent, tangent + k, S(1.0));
    by_band = tangent * open;
    by_low = tangent * by_band;
  }
};

template <class S>
struct StateVariable {
  Vec3<S> band, low;

  void start(const Vec3<S>& in) {
    band = {S(0.0), S(0.0), S(0.0)};
    low = in;
  }
  Vec3<S> low_pass(const Vec3<S>& in, const StateVariableStep<S>& k) { return follow(in, k).low; }
  Vec3<S> band_pass(const Vec3<S>& in, const StateVariableStep<S>& k) { return follow(in, k).band; }
  Vec3<S> notch(const Vec3<S>& in, const StateVariableStep<S>& k) {
    return fnma(k.damping, follow(in, k).band, in);
  }

 private:
  struct Outputs {
    Vec3<S> band, low;
  };
  Outputs follow(const Vec3<S>& in, const StateVariableStep<S>& k) {
    const Vec3<S> e = in - low;
    const Outputs out = {fma(k.by_band, e, k.open * band),
                         fma(k.by_low, e, fma(k.by_band, band, low))};
    band = fma(S(2.0), out.band, -band);
    low = fma(S(2.0), out.low, -low);
    return out;
  }
};

/// Coefficients of the filters for a sample; all members are S.
template <class S>
struct RateFilterGains {
  S is_filtered;  ///< 0: neither notch nor low-pass
  StateVariableStep<S> first_notch, second_notch, low_pass;
  /// Derivative by a low-pass of first order: how much of the last one is kept, and what a
  /// difference adds; both 0: it is of another order.
  S slope_keep, slope_gain;
  /// The slope by a filter of second order; `half_age` of it is a mean of two updates. open == 0:
  /// none.
  StateVariableStep<S> slope;
  S slope_per_band, half_age;
  S yaw_torque;  ///< 0: it is not filtered
};

template <class S>
struct RateFilterMemory {
  StateVariable<S> first_notch, second_notch, low_pass;
  StateVariable<S> slope;  ///< of first order: its last output and its last input
  Vec3<S> last_band;
  S yaw_torque;  ///< [rad/s2]

  void start(const Vec3<S>& rate) {
    first_notch.start(rate), second_notch.start(rate), low_pass.start(rate), slope.start(rate);
    last_band = {S(0.0), S(0.0), S(0.0)};
    yaw_torque = S(0.0);
  }

  /// The body rate behind notches and low-pass.
  Vec3<S> filtered(const Vec3<S>& rate, const RateFilterGains<S>& k) {
    if (all(k.is_filtered < S(0.5))) return rate;  // the same bits, sooner
    const auto of = [](const auto& step, const Vec3<S>& out, const Vec3<S>& in) {
      return select(S(0.0) < step.open, out, in);
    };
    Vec3<S> w = of(k.first_notch, first_notch.notch(rate, k.first_notch), rate);
    w = of(k.second_notch, second_notch.notch(w, k.second_notch), w);
    return of(k.low_pass, low_pass.low_pass(w, k.low_pass), w);
  }

  /// The derivative of a filtered body rate as PX4 has it; `otherwise` where that is not asked for.
  Vec3<S> differentiated(const Vec3<S>& rate, const Vec3<S>& otherwise,
                         const RateFilterGains<S>& k) {
    const auto is_first = S(0.0) < k.slope_gain, is_second = S(0.0) < k.slope.open;
    if (all(k.slope_gain + k.slope.open == S(0.0))) return otherwise;  // the same bits, sooner
    const Vec3<S> first = fma(k.slope_gain, rate - slope.low, k.slope_keep * slope.band);
    StateVariable<S> next = slope;
    const Vec3<S> band = next.band_pass(rate, k.slope);
    const Vec3<S> second = k.slope_per_band * fma(k.half_age, last_band - band, band);
    slope.band = select(is_first, first, next.band);
    slope.low = select(is_first, rate, next.low);
    last_band = band;
    return select(is_first, first, select(is_second, second, otherwise));
  }

  /// The angular acceleration about z that is commanded, behind its low-pass.
  S commanded_yaw(const S& alpha, const RateFilterGains<S>& k) {
    const auto none = k.yaw_torque == S(0.0);
    if (all(none)) return alpha;  // the same bits, sooner
    yaw_torque = fma(k.yaw_torque, alpha - yaw_torque, yaw_torque);
    return select(none, alpha, yaw_torque);
  }
};

/// Filters as they are set up: frequencies in Hz, of which 0 turns a filter off.
struct RateFilterKeys {
  struct Notch {
    double hz = 0, bandwidth_hz = 0;
  };
  std::array<Notch, 2> notches;
  double low_pass_hz = 0;
  int derivative_order = 0;  ///< 1 or 2; 0: the derivative is none of these filters
  double derivative_hz = 0;
  double yaw_torque_hz = 0;
};

namespace rate_filters {

using std::numbers::pi;

inline double tangent(double angle) {
  double sine, cosine;
  sincos(angle, sine, cosine);
  return sine / cosine;
}

/// The lag of a bilinear low-pass is proportional to the period over the tangent. sqrt(2): a
/// Butterworth filter.
inline StateVariableStep<double> low_pass_step(double hz, double gyro_s, double period_s) {
  if (!(hz > 0)) return {};
  return {tangent(pi * hz * gyro_s) * (period_s / gyro_s), 0x1.6a09e667f3bcdp+0};
}

/// PX4's notch has the lag tan(pi b T) T / (1 - cos(2 pi f T)) at low frequencies.
inline StateVariableStep<double> notch_step(const RateFilterKeys::Notch& notch, double gyro_s,
                                            double period_s) {
  if (!(notch.hz > 0 && notch.bandwidth_hz > 0)) return {};
  const auto half_versine = [&](double time_s) {
    double sine, cosine;
    sincos(pi * notch.hz * time_s, sine, cosine);
    return sine * sine;
  };
  const double width = tangent(pi * notch.bandwidth_hz * gyro_s) * (gyro_s / period_s) *
                       (half_versine(period_s) / half_versine(gyro_s));
  double sine, cosine;
  sincos(2 * pi * notch.hz * period_s, sine, cosine);
  return {tangent(pi * notch.hz * period_s), 2 * width / sine};
}

/// PX4's difference behind its low-pass, 1 / (1 + m t) times 2 t / T, t the bilinear variable. A
/// shorter low-pass than a difference between two updates would ring.
inline void set_first_order_slope(double hz, double gyro_s, double period_s,
                                  RateFilterGains<double>& k) {
  const double all = gyro_s / period_s + 1 / (pi * hz * period_s), m = all > 1 ? all : 1;
  k.slope_keep = (m - 1) / (m + 1);
  k.slope_gain = 2 / (period_s * (m + 1));
}

/// Sets the slope of second order: 2 t / T is the band-pass times 2 g / T, and a difference is half
/// a period of the gyroscope old.
inline void set_second_order_slope(double hz, double gyro_s, double period_s,
                                   RateFilterGains<double>& k) {
  k.slope = low_pass_step(hz, gyro_s, period_s);
  k.slope_per_band = 2 * tangent(pi * hz * gyro_s) / gyro_s;
  k.half_age = 0.5 * gyro_s / period_s;
}

}  // namespace rate_filters

inline RateFilterGains<double> fold(const RateFilterKeys& keys, double gyro_s, double period_s) {
  using namespace rate_filters;
  RateFilterGains<double> k{};
  k.first_notch = notch_step(keys.notches[0], gyro_s, period_s);
  k.second_notch = notch_step(keys.notches[1], gyro_s, period_s);
  k.low_pass = low_pass_step(keys.low_pass_hz, gyro_s, period_s);
  k.is_filtered = k.first_notch.open + k.second_notch.open + k.low_pass.open > 0 ? 1 : 0;
  if (keys.derivative_order == 1) {
    set_first_order_slope(keys.derivative_hz, gyro_s, period_s, k);
  }
  if (keys.derivative_order == 2) {
    set_second_order_slope(keys.derivative_hz, gyro_s, period_s, k);
  }
  if (keys.yaw_torque_hz > 0) {
    k.yaw_torque = period_s / (1 / (2 * pi * keys.yaw_torque_hz) + period_s);
  }
  return k;
}

}  // namespace montecopter
