#pragma once
/// Largest step for which x'' + 2 zeta w x' + w^2 x = 0 decays: for each method, the largest angle
/// h w by damping ratio zeta. A motor lag is a real pole (real_stability); a bounce on springs and
/// a second-order motor oscillate.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace montecopter {

inline constexpr double always_stable = std::numeric_limits<double>::infinity();

struct DampedOscillation {
  double damping_1_s = 0;      ///< 2 zeta w
  double frequency_rad_s = 0;  ///< w, without damping

  double damping_ratio() const { return 0.5 * damping_1_s / frequency_rad_s; }
  /// The larger of the two: the faster pole, to a factor of 2 [1/s].
  double fastest_1_s() const {
    return damping_1_s > frequency_rad_s ? damping_1_s : frequency_rad_s;
  }
};

/// The faster pole of an oscillation of 1 rad/s that is damped critically or more [1/s].
inline double overdamped_pole(double zeta) { return zeta + std::sqrt(zeta * zeta - 1.0); }

/// Explicit Euler: |1 + h s| < 1 for s = (-zeta +- i sqrt(1 - zeta^2)) w asks for h w < 2 zeta.
inline double euler_stable_angle(double zeta) {
  return zeta < 1.0 ? 2.0 * zeta : 2.0 / overdamped_pole(zeta);
}

/// Stable angles of a method without a closed form: found by trying (integrators.test.cpp), rounded
/// down; between two damping ratios the smaller of theirs. Undamped, it may grow by a thousandth
/// per radian.
struct StableAngles {
  static constexpr std::array<double, 8> zetas = {0, 0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 1};
  std::array<double, zetas.size()> angles;

  double at(double zeta) const {
    if (!(zeta < 1.0)) return angles.back() / overdamped_pole(zeta);
    std::size_t k = 0;
    while (zetas[k] < zeta) ++k;
    return zetas[k] == zeta ? angles[k] : std::min(angles[k - 1], angles[k]);
  }
};

}  // namespace montecopter
