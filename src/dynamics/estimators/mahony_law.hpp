#pragma once
/// The explicit complementary filter on SO(3), over lanes. Source: R. Mahony, T. Hamel, J.-M.
/// Pflimlin, "Nonlinear complementary filters on the special orthogonal group", IEEE Trans.
/// Automatic Control 53 (2008) 1203, eq. 32. Position and velocity follow GNSS and barometer by
/// filters of first order.

#include "dynamics/estimators/estimate.hpp"

namespace montecopter {

/// All members are S. Shares are of the difference, per reading: 1 - exp(-gain * period).
template <class S>
struct MahonyGains {
  S attitude, bias;               ///< k_P [1/s], k_I [1/s2]
  S accelerometer, magnetometer;  ///< weights of the directions
  S position, velocity;           ///< shares per reading of the GNSS
  S altitude;                     ///< share per reading of the barometer
};

/// a / |a|, or a itself where it is zero.
template <class S>
Vec3<S> unit_or_zero(const Vec3<S>& a) {
  const S length = sqrt(dot(a, a));
  return (S(1.0) / select(length == S(0.0), S(1.0), length)) * a;
}

/// A known direction of the world that is measured in body axes corrects attitude and bias for the
/// time [s] since the last such reading: omega_mes = weight * measured x expected.
template <class S>
void align(const Vec3<S>& measured, const Vec3<S>& world, const S& weight, const MahonyGains<S>& k,
           const S& time, Estimate<S>& x) {
  const Vec3<S> expected = Rotation<S>(x.attitude).inverse(unit_or_zero(world));
  const Vec3<S> correction = (weight * time) * cross(unit_or_zero(measured), expected);
  x.attitude = turned(x.attitude, k.attitude * correction);
  x.gyroscope_bias = fnma(k.bias, correction, x.gyroscope_bias);
}

/// The accelerometer measures where up is, as if the vehicle did not accelerate.
template <class S>
void align_up(const Vec3<S>& specific_force, const MahonyGains<S>& k, const S& time,
              Estimate<S>& x) {
  align(specific_force, Vec3<S>{S(0.0), S(0.0), S(-1.0)}, k.accelerometer, k, time, x);
}

/// Takes a share of the way to a reading, where it is there (1, else 0).
template <class S>
Vec3<S> approached(const Vec3<S>& from, const Vec3<S>& to, const S& share) {
  return fma(share, to - from, from);
}

}  // namespace montecopter
