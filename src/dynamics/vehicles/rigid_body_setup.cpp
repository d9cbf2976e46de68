#include "dynamics/vehicles/rigid_body_setup.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/numerics/elementary.hpp"
#include "dynamics/grounds/ground_setup.hpp"

namespace montecopter {
namespace {

using Vector = std::array<double, 3>;
using Tensor = Symmetric3<double>;

/// S J S for a diagonal S of signs.
Tensor to_tensor(const Inertia& i, const Vector& s) {
  return {i.xx, i.yy, i.zz, s[0] * s[1] * i.xy, s[0] * s[2] * i.xz, s[1] * s[2] * i.yz};
}

double determinant(const Tensor& m) {
  return std::fma(m.xx, cross_difference(m.yy, m.zz, m.yz, m.yz),
                  std::fma(-m.xy, cross_difference(m.xy, m.zz, m.yz, m.xz),
                           m.xz * cross_difference(m.xy, m.yz, m.yy, m.xz)));
}

/// All leading minors above -slack (relative to the matrix' scale).
bool minors_above(const Tensor& m, double slack) {
  const double scale = std::fabs(m.xx) + std::fabs(m.yy) + std::fabs(m.zz);
  return m.xx > -slack * scale && m.yy > -slack * scale && m.zz > -slack * scale &&
         cross_difference(m.xx, m.yy, m.xy, m.xy) > -slack * scale * scale &&
         cross_difference(m.yy, m.zz, m.yz, m.yz) > -slack * scale * scale &&
         cross_difference(m.xx, m.zz, m.xz, m.xz) > -slack * scale * scale &&
         determinant(m) > -slack * scale * scale * scale;
}

/// The unit quaternion of a rotation vector.
Quat<double> quaternion(const Vector& turn) {
  const double angle =
      std::sqrt(std::fma(turn[0], turn[0], std::fma(turn[1], turn[1], turn[2] * turn[2])));
  if (angle == 0) return {1, 0, 0, 0};
  double sine, cosine;
  sincos<double>(0.5 * angle, sine, cosine);
  return {cosine, sine * (turn[0] / angle), sine * (turn[1] / angle), sine * (turn[2] / angle)};
}

bool is_turned(const Inertia& j) {
  return j.turn_rad[0] != 0 || j.turn_rad[1] != 0 || j.turn_rad[2] != 0;
}

/// a . M b.
double form(const Vec3<double>& a, const Tensor& m, const Vec3<double>& b) {
  const Vec3<double> mb = m * b;
  return std::fma(a.x, mb.x, std::fma(a.y, mb.y, a.z * mb.z));
}

}  // namespace

std::array<double, 3> frame_signs(std::string_view frame) {
  return frame == "NWU/FLU" ? Vector{1, -1, -1} : Vector{1, 1, 1};
}

double cross_difference(double a, double b, double c, double d) { return std::fma(a, b, -(c * d)); }

bool is_positive_definite(const Inertia& inertia) {
  return minors_above(to_tensor(inertia, {1, 1, 1}), -1e-15);  // above what rounding makes of 0
}

bool obeys_triangle_inequality(const Inertia& inertia) {
  // Principal moments obey it exactly when tr(J)/2 I - J is positive semidefinite.
  const double half_trace = 0.5 * (inertia.xx + inertia.yy + inertia.zz);
  const Tensor m = {half_trace - inertia.xx,
                    half_trace - inertia.yy,
                    half_trace - inertia.zz,
                    -inertia.xy,
                    -inertia.xz,
                    -inertia.yz};
  return minors_above(m, 1e-9);  // of flat bodies, whose numbers are written with nine digits
}

Inertia effective_inertia(const Inertia& j) {
  const Vector& s = j.stretch;
  const Vector& turn = j.turn_rad;
  const bool stretched = s[0] != 1 || s[1] != 1 || s[2] != 1;
  if (!stretched && !is_turned(j)) return j;
  const Tensor moments = {0.5 * (j.yy + j.zz - j.xx),
                          0.5 * (j.xx + j.zz - j.yy),
                          0.5 * (j.xx + j.yy - j.zz),
                          -j.xy,
                          -j.xz,
                          -j.yz};
  const Rotation<double> r(quaternion(turn));
  const Vec3<double> x = {r.xx * s[0], r.xy * s[1], r.xz * s[2]};  // the rows of R diag(s)
  const Vec3<double> y = {r.yx * s[0], r.yy * s[1], r.yz * s[2]};
  const Vec3<double> z = {r.zx * s[0], r.zy * s[1], r.zz * s[2]};
  const double sxx = form(x, moments, x), syy = form(y, moments, y), szz = form(z, moments, z);
  Inertia effective;
  effective.xx = syy + szz, effective.yy = sxx + szz, effective.zz = sxx + syy;
  effective.xy = -form(x, moments, y);
  effective.xz = -form(x, moments, z);
  effective.yz = -form(y, moments, z);
  return effective;
}

bool has_products(const Inertia& inertia) {
  const Inertia j = is_turned(inertia) ? effective_inertia(inertia) : inertia;
  return j.xy != 0 || j.xz != 0 || j.yz != 0;
}

bool is_of_a_body(const Inertia& inertia) {
  const Inertia effective = effective_inertia(inertia);
  return is_positive_definite(effective) && obeys_triangle_inequality(effective);
}

Tensor inverse(const Tensor& m) {
  if (m.xy == 0 && m.xz == 0 && m.yz == 0) return {1 / m.xx, 1 / m.yy, 1 / m.zz, 0, 0, 0};
  const double d = determinant(m);
  return {
      cross_difference(m.yy, m.zz, m.yz, m.yz) / d, cross_difference(m.xx, m.zz, m.xz, m.xz) / d,
      cross_difference(m.xx, m.yy, m.xy, m.xy) / d, cross_difference(m.xz, m.yz, m.xy, m.zz) / d,
      cross_difference(m.xy, m.yz, m.xz, m.yy) / d, cross_difference(m.xy, m.xz, m.xx, m.yz) / d};
}

Tensor inertia_tensor(const Inertia& inertia, const Vector& signs) {
  return to_tensor(effective_inertia(inertia), signs);
}

DampedOscillation contact_motion(const LinearContact& spring, double mass_kg,
                                 const Inertia& inertia, const std::vector<ContactPoint>& points,
                                 const Vector& centre_of_mass_m) {
  const Inertia j = effective_inertia(inertia);
  double reach2 = 0;  // sum of the squared distances from the centre of mass
  Vector reach_B{};   // and of the vectors
  for (const ContactPoint& point : points) {
    const Vector r_BC_B = lever_arm(point.position_m, centre_of_mass_m);
    for (std::size_t k = 0; k < 3; ++k) {
      reach2 += r_BC_B[k] * r_BC_B[k];
      reach_B[k] += r_BC_B[k];
    }
  }
  // With springs along all axes, so for any attitude, per stiffness. The blocks are I n / m of
  // translation, sum r x (r x .) / J of rotation, sum r x . / sqrt(m J) between them. The largest
  // eigenvalue of the matrix of the blocks' norms is at least the largest eigenvalue of the blocks.
  const double j_min = std::min({j.xx, j.yy, j.zz});
  const double a = static_cast<double>(points.size()) / mass_kg, b = reach2 / j_min;
  const double c2 = (reach_B[0] * reach_B[0] + reach_B[1] * reach_B[1] + reach_B[2] * reach_B[2]) /
                    (mass_kg * j_min);
  const double per_mass = 0.5 * (a + b + std::sqrt((a - b) * (a - b) + 4 * c2));
  return {spring.damping_n_s_m * per_mass, std::sqrt(spring.stiffness_n_m * per_mass)};
}

bool can_stand(const DampedOscillation& motion, IntegratorKind integrator, double step_s) {
  return is_controlled(integrator) || step_s < stable_step_s(integrator, motion);
}

namespace {

/// Folds the axes of the ground.
void fold_slope(const GroundSlope& slope, ContactConstants<double>& c) {
  const double n = slope.slope_north, e = slope.slope_east;
  c.slope_north = n, c.slope_east = e;
  const double vertical = 1.0 / std::sqrt(std::fma(n, n, std::fma(e, e, 1.0)));
  c.down = {n * vertical, e * vertical, vertical};
  // In its surface: northwards, and to the right of that.
  const double level = 1.0 / std::sqrt(std::fma(n, n, 1.0));
  c.along = {level, 0.0, -n * level};
  c.across = cross(c.down, c.along);
}

/// Folds the body that the ground pushes.
void fold_body(const GroundedBody& body, ContactConstants<double>& c) {
  c.inverse_inertia = body.inverse_inertia;
  for (std::size_t i = 0; i < body.points->size(); ++i) {
    const Vector r = lever_arm((*body.points)[i].position_m, body.centre_of_mass_m);
    c.point[i] = {body.signs[0] * r[0], body.signs[1] * r[1], body.signs[2] * r[2]};
  }
}

}  // namespace

ContactConstants<double> fold_contact(const Ground& any, const GroundedBody& body) {
  ContactConstants<double> c{};
  c.ground_z = ground_z(any);
  fold_slope(ground_slope(any), c);
  c.inverse_mass = 1.0 / body.mass_kg;  // of any: forces by term are made of it
  if_it_pushes(any, [&](const auto& ground) {
    const auto law = ground.fold();
    std::memcpy(c.law.data(), &law, sizeof(law));
    fold_body(body, c);
  });
  return c;
}

}  // namespace montecopter
