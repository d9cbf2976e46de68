#include "dynamics/sensors/placement.hpp"

#include <cmath>

#include "core/numerics/quaternion_exp.hpp"

namespace montecopter {
namespace {

Matrix3<double> transposed(const Rotation<double>& R) {
  return {{R.xx, R.yx, R.zx}, {R.xy, R.yy, R.zy}, {R.xz, R.yz, R.zz}};
}

template <std::size_t n>
double length_of(const std::array<double, n>& a) {
  double sum = 0;
  for (const double x : a) sum = std::fma(x, x, sum);
  return std::sqrt(sum);
}

}  // namespace

/// real = (I + scale + cross) R(misalignment)^T R(mounting)^T.
std::optional<SensorAxes> fold_axes(const Alignment& alignment) {
  const auto& q = alignment.mounting;
  const double length = length_of(q);
  if (!(std::fabs(length - 1) < drawn_norm_error)) return std::nullopt;
  const Matrix3<double> mounted =
      transposed(Rotation<double>({q[0] / length, q[1] / length, q[2] / length, q[3] / length}));
  const PerAxis& turn = alignment.misalignment_rad;
  const Rotation<double> turned(
      quaternion_exp<double>({0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]}));
  Matrix3<double> gains = matrix(alignment.cross_axis);
  gains.x.x += 1.0 + alignment.scale_error[0];
  gains.y.y += 1.0 + alignment.scale_error[1];
  gains.z.z += 1.0 + alignment.scale_error[2];
  return SensorAxes{mounted, gains * (transposed(turned) * mounted)};
}

std::optional<Vec3<double>> direction_along(const std::array<double, 3>& axis) {
  const double length = length_of(axis);
  if (!(length > 0)) return std::nullopt;
  return Vec3<double>{axis[0] / length, axis[1] / length, axis[2] / length};
}

}  // namespace montecopter
