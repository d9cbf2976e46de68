#pragma once
/// 3x3 matrices by rows, for kernels and set-up.

#include "core/numerics/vec3.hpp"

namespace montecopter {

template <class S>
struct Matrix3 {
  Vec3<S> x, y, z;  ///< rows

  friend Vec3<S> operator*(const Matrix3& m, const Vec3<S>& a) {
    return {dot(m.x, a), dot(m.y, a), dot(m.z, a)};
  }
  friend Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
    const auto row = [&](const Vec3<S>& r) { return fma(r.x, b.x, fma(r.y, b.y, r.z * b.z)); };
    return {row(a.x), row(a.y), row(a.z)};
  }
};

}  // namespace montecopter
