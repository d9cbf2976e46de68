#include "verify/torque_free_motion.hpp"

#include <cmath>

#include "core/numerics/quaternion_exp.hpp"

namespace montecopter::verify {
namespace {

double arcsine(double x) { return atan2<double>(x, std::sqrt((1 - x) * (1 + x))); }

/// A rotation about z.
Quat<double> about_z(double angle) { return quaternion_exp<double>({0, 0, 0.5 * angle}); }
Quat<double> about_x(double angle) { return quaternion_exp<double>({0.5 * angle, 0, 0}); }

Quat<double> conjugate(const Quat<double>& q) { return {q.w, -q.x, -q.y, -q.z}; }

/// Nodes and weights of the 5-point Gauss-Legendre rule on [-1, 1] (Abramowitz & Stegun 25.4).
constexpr std::array<double, 5> gauss_nodes = {-0.90617984593866399280, -0.53846931010568309104,
                                               0.0, 0.53846931010568309104, 0.90617984593866399280};
constexpr std::array<double, 5> gauss_weights = {0.23692688505618908751, 0.47862867049936646804,
                                                 0.56888888888888888889, 0.47862867049936646804,
                                                 0.23692688505618908751};

}  // namespace

/// Computes the functions by the arithmetic-geometric mean (Abramowitz & Stegun 16.4): from the
/// amplitude at the end of the sequence, where the modulus is 0, back to its start.
Elliptic jacobi(double u, double modulus) {
  constexpr int most = 10;
  std::array<double, most> a{}, c{};
  double b = std::sqrt((1 - modulus) * (1 + modulus));
  a[0] = 1, c[0] = modulus;
  int n = 0;
  while (std::fabs(c[n]) > 0x1p-54 && n + 1 < most) {
    a[n + 1] = 0.5 * (a[n] + b);
    c[n + 1] = 0.5 * (a[n] - b);
    b = std::sqrt(a[n] * b);
    ++n;
  }
  double phi = std::ldexp(a[n] * u, n);
  for (; n > 0; --n) phi = 0.5 * (phi + arcsine(c[n] / a[n] * sin<double>(phi)));
  Elliptic e{};
  sincos<double>(phi, e.sn, e.cn);
  e.dn = std::sqrt((1 - modulus * e.sn) * (1 + modulus * e.sn));
  return e;
}

/// Solves J3 r' = M; (p, q) turn by the angle whose rate is ((J3 - J1) r + h) / J1.
Vec3<double> SymmetricTop::rate(double t) const {
  const double spin = start.z * t + 0.5 * moment / axial * t * t;
  const double angle = ((axial - transverse) * spin + wheel * t) / transverse;
  double sine = 0, cosine = 0;
  sincos<double>(angle, sine, cosine);
  return {start.x * cosine - start.y * sine, start.x * sine + start.y * cosine,
          start.z + moment / axial * t};
}

/// Uses omega = L / J1 + (r - L_z / J1) e_z. L is constant in world axes, r and L_z are numbers: a
/// rotation about L, after a rotation about the axis of the body.
Quat<double> SymmetricTop::attitude(double t) const {
  const double j = transverse, axial_momentum = axial * start.z + wheel;
  const double half = 0.5 * t / j;
  const Quat<double> precession =
      quaternion_exp<double>({half * j * start.x, half * j * start.y, half * axial_momentum});
  return product(precession, about_z((start.z - axial_momentum / j) * t));
}

/// Source: Landau & Lifshitz, Mechanics, section 37.
AsymmetricTop::AsymmetricTop(const std::array<double, 3>& inertia, double rate_x, double rate_z)
    : inertia_(inertia) {
  const double a = inertia[0], b = inertia[1], c = inertia[2];
  amplitude_ = {rate_x, rate_x * std::sqrt(a * (c - a) / (b * (c - b))), rate_z};
  frequency_ = rate_z * std::sqrt((c - b) * (c - a) / (a * b));
  modulus_ = rate_x / rate_z * std::sqrt((b - a) * a / ((c - b) * c));
}

Vec3<double> AsymmetricTop::rate(double t) const {
  const Elliptic e = jacobi(frequency_ * t, modulus_);
  return {amplitude_[0] * e.cn, amplitude_[1] * e.sn, amplitude_[2] * e.dn};
}

Vec3<double> AsymmetricTop::momentum(double t) const {
  const Vec3<double> w = rate(t);
  return {inertia_[0] * w.x, inertia_[1] * w.y, inertia_[2] * w.z};
}

/// Rate of the line of nodes about L: |L| (L_x^2 / J1 + L_y^2 / J2) / (L_x^2 + L_y^2).
double AsymmetricTop::precession_rate(double t) const {
  const Vec3<double> l = momentum(t);
  const double x = l.x * l.x, y = l.y * l.y;
  return std::sqrt(dot(l, l)) * (x / inertia_[0] + y / inertia_[1]) / (x + y);
}

/// Uses Euler's angles psi, theta, phi (z x z) from axes whose z is L. Theta and phi follow from L
/// in body axes. Psi is an integral, taken in panels of 10 ms or less.
Quat<double> AsymmetricTop::attitude(double t) const {
  const auto tilt = [&](double time) {
    const Vec3<double> l = momentum(time);
    const double across = std::sqrt(l.x * l.x + l.y * l.y);
    return product(about_x(atan2<double>(across, l.z)), about_z(atan2<double>(l.x, l.y)));
  };
  const int panels = static_cast<int>(std::ceil(t / 0.01));
  double psi = 0;
  for (int i = 0; i < panels; ++i) {
    const double half = 0.5 * t / panels;
    for (std::size_t k = 0; k < gauss_nodes.size(); ++k) {
      psi += half * gauss_weights[k] * precession_rate((2 * i + 1 + gauss_nodes[k]) * half);
    }
  }
  return product(conjugate(tilt(0)), product(about_z(psi), tilt(t)));
}

}  // namespace montecopter::verify
