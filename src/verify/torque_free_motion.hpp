#pragma once
/// Closed forms of bodies without external moment, as functions of time.

#include <array>

#include "core/numerics/vec3.hpp"

namespace montecopter::verify {

/// Jacobi's elliptic functions of the modulus k, 0 <= k < 1.
struct Elliptic {
  double sn, cn, dn;
};
Elliptic jacobi(double u, double modulus);

/// A body with equal moments of inertia J1 about x and y and J3 about z. It may carry a wheel that
/// spins about z with momentum h. A constant moment about z may spin it up. The attitude starts at
/// identity.
struct SymmetricTop {
  double transverse, axial;  ///< J1, J3 [kg m2]
  Vec3<double> start;        ///< body rate at t = 0 [rad/s]
  double wheel = 0;          ///< h [N m s]
  double moment = 0;         ///< [N m]; attitude() is for 0 only

  Vec3<double> rate(double t) const;
  Quat<double> attitude(double t) const;
};

/// A body with three ascending moments of inertia. At t = 0 it has no rate about the middle axis,
/// and turns so fast about the last one that it never tips over: L^2 > 2 E J2. The attitude starts
/// at identity.
class AsymmetricTop {
 public:
  AsymmetricTop(const std::array<double, 3>& inertia, double rate_x, double rate_z);

  Vec3<double> rate(double t) const;
  Quat<double> attitude(double t) const;

 private:
  Vec3<double> momentum(double t) const;
  double precession_rate(double t) const;

  std::array<double, 3> inertia_;
  std::array<double, 3> amplitude_;
  double frequency_, modulus_;
};

}  // namespace montecopter::verify
