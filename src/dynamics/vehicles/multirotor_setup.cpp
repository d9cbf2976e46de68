#include "dynamics/vehicles/multirotor_setup.hpp"

#include <cmath>
#include <cstring>

namespace montecopter {
namespace {

using Vector = std::array<double, 3>;
using Tensor = Symmetric3<double>;

Vector times(const Vector& signs, const Vector& a) {
  return {signs[0] * a[0], signs[1] * a[1], signs[2] * a[2]};
}

/// S J S for a diagonal S of signs.
Tensor to_tensor(const Inertia& i, const Vector& s) {
  return {i.xx, i.yy, i.zz, s[0] * s[1] * i.xy, s[0] * s[2] * i.xz, s[1] * s[2] * i.yz};
}

/// a b - c d.
double cross_difference(double a, double b, double c, double d) { return std::fma(a, b, -(c * d)); }

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

Tensor inverse(const Tensor& m) {
  if (m.xy == 0 && m.xz == 0 && m.yz == 0) return {1 / m.xx, 1 / m.yy, 1 / m.zz, 0, 0, 0};
  const double d = determinant(m);
  return {
      cross_difference(m.yy, m.zz, m.yz, m.yz) / d, cross_difference(m.xx, m.zz, m.xz, m.xz) / d,
      cross_difference(m.xx, m.yy, m.xy, m.xy) / d, cross_difference(m.xz, m.yz, m.xy, m.zz) / d,
      cross_difference(m.xy, m.yz, m.xz, m.yy) / d, cross_difference(m.xy, m.xz, m.xx, m.yz) / d};
}

/// Unit vector; exact for one along an axis.
Vector normalised(const Vector& a) {
  const double length = std::sqrt(std::fma(a[0], a[0], std::fma(a[1], a[1], a[2] * a[2])));
  return {a[0] / length, a[1] / length, a[2] / length};
}

FoldedRotor<double> fold_rotor(const Rotor& rotor, const Vector& signs, double mass_kg,
                               const Tensor& inverse_inertia) {
  const Vector r = times(signs, rotor.position_m);
  const Vector n = normalised(times(signs, rotor.axis));
  const double spin = static_cast<double>(rotor.spin);
  const double thrust = std::visit([](const auto& law) { return law.thrust_factor(); }, rotor.law);
  const double torque = std::visit([](const auto& law) { return law.torque_factor(); }, rotor.law);
  FoldedRotor<double> folded{};
  folded.acceleration = {thrust * n[0] / mass_kg, thrust * n[1] / mass_kg, thrust * n[2] / mass_kg};
  // M = r x (f n) - s q n: drag turns the body against the spin.
  const Vector arm = {cross_difference(r[1], n[2], r[2], n[1]),
                      cross_difference(r[2], n[0], r[0], n[2]),
                      cross_difference(r[0], n[1], r[1], n[0])};
  const auto moment = [&](int k) { return std::fma(thrust, arm[k], -(spin * torque * n[k])); };
  folded.spin_up = inverse_inertia * Vec3<double>{moment(0), moment(1), moment(2)};
  if (const auto* lag = std::get_if<FirstOrderMotor>(&rotor.motor)) {
    const double momentum = spin * lag->rotor_inertia_kg_m2;
    folded.momentum = {momentum * n[0], momentum * n[1], momentum * n[2]};
    folded.inverse_lag = 1.0 / lag->time_constant_s;
  }
  std::visit([&](const auto& motor) { folded.low = motor.min, folded.high = motor.max; },
             rotor.motor);
  return folded;
}

/// Everything but the rotors.
MultirotorConstants<double, 1> fold_body(const Multirotor& vehicle, const Surroundings& around) {
  const Vector signs = frame_signs(vehicle);
  const double mass = vehicle.mass_kg;
  const Vector& wind = around.wind_to_m_s;
  const ProcessNoise& noise = vehicle.process_noise;
  MultirotorConstants<double, 1> c{};
  c.gravity = around.gravity_m_s2;
  c.wind = {wind[0], wind[1], wind[2]};
  c.quadratic_drag = vehicle.quadratic_drag_n_s2_m2 / mass;
  c.linear_drag = vehicle.linear_drag_n_s_m / mass;
  c.rotor_drag = {vehicle.rotor_drag_1_s[0], vehicle.rotor_drag_1_s[1], vehicle.rotor_drag_1_s[2]};
  c.inertia = to_tensor(vehicle.inertia_kg_m2, signs);
  c.inverse_inertia = inverse(c.inertia);
  const Tensor& j = c.inertia;
  c.euler = {j.zz - j.yy, j.xx - j.zz, j.yy - j.xx};
  const double k = vehicle.linear_aero_moment_n_m_s;
  for (int column = 0; column < 3; ++column) {
    const auto aero = [&](int row) {
      return signs[row] * signs[column] * vehicle.quadratic_aero_moment_n_m_s2[3 * row + column];
    };
    const auto diagonal = [&](int row) { return row == column ? k : 0.0; };
    const Vec3<double> quadratic = c.inverse_inertia * Vec3<double>{aero(0), aero(1), aero(2)};
    const Vec3<double> linear =
        c.inverse_inertia * Vec3<double>{diagonal(0), diagonal(1), diagonal(2)};
    c.quadratic_damping[column] = quadratic.x, c.quadratic_damping[3 + column] = quadratic.y;
    c.quadratic_damping[6 + column] = quadratic.z;
    c.linear_damping[column] = linear.x, c.linear_damping[3 + column] = linear.y;
    c.linear_damping[6 + column] = linear.z;
  }
  c.force_noise = std::sqrt(noise.force_n2_s / around.noise_period_s) / mass;
  c.moment_noise = std::sqrt(noise.moment_n2_m2_s / around.noise_period_s);
  return c;
}

}  // namespace

bool is_positive_definite(const Inertia& inertia) {
  return minors_above(to_tensor(inertia, {1, 1, 1}), -1e-15);
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
  return minors_above(m, 1e-9);
}

bool is_flyable(const Multirotor& vehicle, IntegratorKind integrator, double step_s) {
  if (!is_positive_definite(vehicle.inertia_kg_m2)) return false;
  if (!obeys_triangle_inequality(vehicle.inertia_kg_m2)) return false;
  for (const Rotor& rotor : vehicle.rotors) {
    const auto& a = rotor.axis;
    if (a[0] == 0 && a[1] == 0 && a[2] == 0) return false;
    if (!std::visit([](const auto& m) { return m.min < m.max; }, rotor.motor)) return false;
    const auto* lag = std::get_if<FirstOrderMotor>(&rotor.motor);
    if (lag == nullptr) continue;
    if (step_s >= stable_step_s(integrator, lag->time_constant_s)) return false;
    if (lag->rotor_inertia_kg_m2 != 0 && std::holds_alternative<LinearRotor>(rotor.law)) {
      return false;
    }
  }
  return true;
}

bool all_rotors_aligned(const Multirotor& vehicle) {
  for (const Rotor& rotor : vehicle.rotors) {
    if (rotor.axis[0] != 0 || rotor.axis[1] != 0) return false;
  }
  return true;
}

std::array<double, 3> frame_signs(const Multirotor& vehicle) {
  return vehicle.frame == "NWU/FLU" ? Vector{1, -1, -1} : Vector{1, 1, 1};
}

void fold_multirotor(const Multirotor& vehicle, const Surroundings& around, int capacity,
                     double* out) {
  const auto body = fold_body(vehicle, around);
  constexpr std::size_t body_size = (sizeof(body) - sizeof(FoldedRotor<double>)) / sizeof(double);
  constexpr std::size_t rotor_size = sizeof(FoldedRotor<double>) / sizeof(double);
  std::memcpy(out, &body, body_size * sizeof(double));
  const auto signs = frame_signs(vehicle);
  for (int i = 0; i < capacity; ++i) {
    FoldedRotor<double> rotor{};
    if (i < static_cast<int>(vehicle.rotors.size())) {
      rotor = fold_rotor(vehicle.rotors[i], signs, vehicle.mass_kg, body.inverse_inertia);
    }
    std::memcpy(out + body_size + i * rotor_size, &rotor, sizeof(rotor));
  }
}

}  // namespace montecopter
