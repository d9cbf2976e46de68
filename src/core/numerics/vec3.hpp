#pragma once
/// Small vectors and quaternions for kernels (Eigen's expression types halve the speed over packs).

#include "core/numerics/scalar.hpp"

namespace montecopter {

template <class S>
struct Vec3 {
  S x, y, z;

  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3 operator*(const S& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

template <class S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}

/// a x b.
template <class S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {fnma(a.z, b.y, a.y * b.z), fnma(a.x, b.z, a.z * b.x), fnma(a.y, b.x, a.x * b.y)};
}

/// s a + b.
template <class S>
Vec3<S> fma(const S& s, const Vec3<S>& a, const Vec3<S>& b) {
  return {fma(s, a.x, b.x), fma(s, a.y, b.y), fma(s, a.z, b.z)};
}

/// b - s a.
template <class S>
Vec3<S> fnma(const S& s, const Vec3<S>& a, const Vec3<S>& b) {
  return {fnma(s, a.x, b.x), fnma(s, a.y, b.y), fnma(s, a.z, b.z)};
}

/// Axis by axis: a b, and a b + c.
template <class S>
Vec3<S> times(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class S>
Vec3<S> fma(const Vec3<S>& a, const Vec3<S>& b, const Vec3<S>& c) {
  return {fma(a.x, b.x, c.x), fma(a.y, b.y, c.y), fma(a.z, b.z, c.z)};
}

/// Lane by lane.
template <class Condition, class S>
Vec3<S> select(const Condition& mask, const Vec3<S>& yes, const Vec3<S>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// Symmetric 3x3 matrix.
template <class S>
struct Symmetric3 {
  S xx, yy, zz, xy, xz, yz;

  friend Vec3<S> operator*(const Symmetric3& m, const Vec3<S>& a) {
    return {fma(m.xx, a.x, fma(m.xy, a.y, m.xz * a.z)), fma(m.xy, a.x, fma(m.yy, a.y, m.yz * a.z)),
            fma(m.xz, a.x, fma(m.yz, a.y, m.zz * a.z))};
  }
};

/// Unit Hamilton quaternion, scalar first; maps body vectors to world vectors.
template <class S>
struct Quat {
  S w, x, y, z;
};

/// Lane by lane.
template <class Condition, class S>
Quat<S> select(const Condition& mask, const Quat<S>& yes, const Quat<S>& no) {
  return {select(mask, yes.w, no.w), select(mask, yes.x, no.x), select(mask, yes.y, no.y),
          select(mask, yes.z, no.z)};
}

/// 1/2 q (x) (0, omega): attitude kinematics, docs/models.md 1.1.
template <class S>
Quat<S> half_product(const Quat<S>& q, const Vec3<S>& omega) {
  const Vec3<S> h = {S(0.5) * omega.x, S(0.5) * omega.y, S(0.5) * omega.z};
  return {-fma(q.x, h.x, fma(q.y, h.y, q.z * h.z)), fma(q.w, h.x, fnma(q.z, h.y, q.y * h.z)),
          fma(q.w, h.y, fnma(q.x, h.z, q.z * h.x)), fma(q.w, h.z, fnma(q.y, h.x, q.x * h.y))};
}

/// R(q) = I + 2 w [u]x + 2 [u]x [u]x, without dividing by |q|^2 (stages of RK4 are not
/// renormalised).
template <class S>
struct Rotation {
  S xx, xy, xz, yx, yy, yz, zx, zy, zz;

  explicit Rotation(const Quat<S>& q) {
    const S x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const S xz2 = q.x * z2, xy2 = q.x * y2, yz2 = q.y * z2;
    const S rest_x = fnma(q.x, x2, S(1.0)), rest_y = fnma(q.y, y2, S(1.0));
    xx = fnma(q.z, z2, rest_y);
    yy = fnma(q.z, z2, rest_x);
    zz = fnma(q.y, y2, rest_x);
    xy = fnma(q.w, z2, xy2);
    yx = fma(q.w, z2, xy2);
    xz = fma(q.w, y2, xz2);
    zx = fnma(q.w, y2, xz2);
    yz = fnma(q.w, x2, yz2);
    zy = fma(q.w, x2, yz2);
  }

  /// Body to world.
  Vec3<S> operator*(const Vec3<S>& a) const {
    return {fma(xx, a.x, fma(xy, a.y, xz * a.z)), fma(yx, a.x, fma(yy, a.y, yz * a.z)),
            fma(zx, a.x, fma(zy, a.y, zz * a.z))};
  }
  /// World to body.
  Vec3<S> inverse(const Vec3<S>& a) const {
    return {fma(xx, a.x, fma(yx, a.y, zx * a.z)), fma(xy, a.x, fma(yy, a.y, zy * a.z)),
            fma(xz, a.x, fma(yz, a.y, zz * a.z))};
  }
};

}  // namespace montecopter
