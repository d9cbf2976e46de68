#include "dynamics/vehicles/multirotor_setup.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "dynamics/elementary.hpp"

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

Vec3<double> scaled(double factor, const Vector& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}

/// Forces and moments of one rotor: M = r x (f n) - s q n, for drag turns the body against the
/// spin.
void fold_columns(const Rotor& rotor, const Vector& r, const Vector& n, const Surroundings& around,
                  double mass_kg, const Tensor& inverse_inertia, FoldedRotor<double>& folded) {
  const Vector arm = {cross_difference(r[1], n[2], r[2], n[1]),
                      cross_difference(r[2], n[0], r[0], n[2]),
                      cross_difference(r[0], n[1], r[1], n[0])};
  const auto spin = static_cast<double>(rotor.spin);
  folded.unit = {1.0, 1.0};
  std::visit(
      [&](const auto& law) {
        if constexpr (std::decay_t<decltype(law)>::proportional) {
          folded.unit = law.factors(around.air_density_kg_m3);
        } else {
          law.fold(around.air_density_kg_m3, folded.law);
        }
      },
      rotor.law);
  const bool one_shape = is_one_shape(rotor);
  const double thrust = one_shape ? folded.unit.thrust : 1.0;
  const double torque = one_shape ? folded.unit.torque : 0.0;
  folded.acceleration = {thrust * n[0] / mass_kg, thrust * n[1] / mass_kg, thrust * n[2] / mass_kg};
  const auto moment = [&](int k) { return std::fma(thrust, arm[k], -(spin * torque * n[k])); };
  folded.spin_up = inverse_inertia * Vec3<double>{moment(0), moment(1), moment(2)};
  folded.drag_spin_up = inverse_inertia * scaled(-spin, n);
}

template <class M>
void fold_motor(const M& motor, double spin, const Vector& n, FoldedRotor<double>& folded) {
  folded.low = folded.state_low = motor.min, folded.high = folded.state_high = motor.max;
  if constexpr (M::states > 0) {
    folded.motor = motor.fold();
    double momentum = spin * motor.rotor_inertia_kg_m2;
    if constexpr (M::lags_load) {
      if (motor.speed_thrust_n_s2) momentum = momentum / std::sqrt(*motor.speed_thrust_n_s2);
    } else {
      folded.state_low = motor.state_min.value_or(motor.min);
      folded.state_high = motor.state_max.value_or(motor.max);
    }
    folded.momentum = scaled(momentum, n);
  }
}

FoldedRotor<double> fold_rotor(const Rotor& rotor, const Vector& signs, const Surroundings& around,
                               double mass_kg, const Tensor& inverse_inertia) {
  const Vector r = times(signs, rotor.position_m);
  const Vector n = normalised(times(signs, rotor.axis));
  FoldedRotor<double> folded{};
  fold_columns(rotor, r, n, around, mass_kg, inverse_inertia, folded);
  std::visit(
      [&](const auto& motor) { fold_motor(motor, static_cast<double>(rotor.spin), n, folded); },
      rotor.motor);
  folded.hub = {r[0], r[1], r[2]};
  folded.axis = {n[0], n[1], n[2]};
  return folded;
}

/// J^-1 S M S for a matrix M in the vehicle's own axes and the signs S of its frame, row-major.
std::array<double, 9> fold_matrix(const std::array<double, 9>& m, const Vector& signs,
                                  const Tensor& inverse_inertia) {
  std::array<double, 9> folded;
  for (int column = 0; column < 3; ++column) {
    const auto entry = [&](int row) { return signs[row] * signs[column] * m[3 * row + column]; };
    const Vec3<double> c = inverse_inertia * Vec3<double>{entry(0), entry(1), entry(2)};
    folded[column] = c.x, folded[3 + column] = c.y, folded[6 + column] = c.z;
  }
  return folded;
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

/// a . M b.
double form(const Vec3<double>& a, const Tensor& m, const Vec3<double>& b) {
  const Vec3<double> mb = m * b;
  return std::fma(a.x, mb.x, std::fma(a.y, mb.y, a.z * mb.z));
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
  c.inertia = to_tensor(effective_inertia(vehicle.inertia_kg_m2), signs);
  c.inverse_inertia = inverse(c.inertia);
  const Tensor& j = c.inertia;
  c.euler = {j.zz - j.yy, j.xx - j.zz, j.yy - j.xx};
  c.quadratic_damping = fold_matrix(vehicle.quadratic_aero_moment_n_m_s2, signs, c.inverse_inertia);
  c.linear_damping = fold_matrix(vehicle.linear_aero_moment_n_m_s, signs, c.inverse_inertia);
  c.velocity_moment = fold_matrix(vehicle.velocity_aero_moment_n_s, signs, c.inverse_inertia);
  c.translational_lift = vehicle.translational_lift_1_m;
  c.rate_limit = vehicle.body_rate_limit_rad_s.value_or(0.0);
  c.force_noise = std::sqrt(noise.force_n2_s / around.noise_period_s) / mass;
  c.moment_noise = std::sqrt(noise.moment_n2_m2_s / around.noise_period_s);
  return c;
}

template <class M>
bool is_good_motor(const M& motor, bool turns) {
  if (!(motor.min < motor.max)) return false;
  if constexpr (M::states > 0) {
    if constexpr (M::lags_load) return motor.rotor_inertia_kg_m2 == 0 || motor.speed_thrust_n_s2;
    if (!(motor.state_min.value_or(motor.min) < motor.state_max.value_or(motor.max))) return false;
    return turns || motor.rotor_inertia_kg_m2 == 0;
  }
  return true;
}

/// Thrust [N] and torque [N m] of a law without axial flow.
template <class Law>
Load<double> still_air_load(const Law& law, double input, double air_density_kg_m3) {
  if constexpr (Law::proportional) {
    const Load<double> unit = law.factors(air_density_kg_m3);
    const double shape = Law::shape(input);
    return {unit.thrust * shape, unit.torque * shape};
  } else {
    LawCoefficients<double> c{};
    law.fold(air_density_kg_m3, c);
    PerformanceTable table;
    if constexpr (Law::sees_air) table = law.table();
    return Law::load(c, input, 0.0, table);
  }
}

}  // namespace

bool takes_speed(const RotorLaw& law) {
  return std::visit([](const auto& l) { return l.takes_speed(); }, law);
}

bool is_one_shape(const Rotor& rotor) {
  const bool lags_load = std::visit([](const auto& m) { return m.lags_load; }, rotor.motor);
  return !lags_load && std::visit([](const auto& l) { return l.proportional; }, rotor.law);
}

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

Inertia effective_inertia(const Inertia& j) {
  const Vector& s = j.stretch;
  const Vector& turn = j.turn_rad;
  const bool stretched = s[0] != 1 || s[1] != 1 || s[2] != 1;
  const bool turned = turn[0] != 0 || turn[1] != 0 || turn[2] != 0;
  if (!stretched && !turned) return j;
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

bool is_flyable(const Multirotor& vehicle, IntegratorKind integrator, double step_s) {
  const Inertia inertia = effective_inertia(vehicle.inertia_kg_m2);
  if (!is_positive_definite(inertia) || !obeys_triangle_inequality(inertia)) return false;
  for (const Rotor& rotor : vehicle.rotors) {
    const auto& a = rotor.axis;
    if (a[0] == 0 && a[1] == 0 && a[2] == 0) return false;
    const bool turns = takes_speed(rotor.law);
    const bool good =
        std::visit([&](const auto& motor) { return is_good_motor(motor, turns); }, rotor.motor);
    if (!good) return false;
    const double lag = stability_time_constant_s(rotor.motor, integrator);
    if (step_s >= stable_step_s(integrator, lag)) return false;
  }
  return true;
}

double stability_time_constant_s(const Motor& motor, IntegratorKind integrator) {
  return std::visit(
      [&](const auto& m) {
        using M = std::decay_t<decltype(m)>;
        if constexpr (M::states == 0) return std::numeric_limits<double>::infinity();
        if constexpr (requires { m.damped_time_constant_s(); }) {
          if (info(integrator).order == 1) return m.damped_time_constant_s();
        }
        if constexpr (M::states > 0) return m.fastest_time_constant_s();
      },
      motor);
}

std::array<double, most_motor_states> settled_motor(const Rotor& rotor, double command,
                                                    double air_density_kg_m3) {
  const auto settle = [&](const auto& motor, const auto& law) {
    const double input = clamp(command, motor.min, motor.max);
    if constexpr (!std::decay_t<decltype(motor)>::lags_load) {
      return std::array<double, most_motor_states>{limit_motor_state(rotor, input), 0.0};
    } else {
      const Load<double> load = still_air_load(law, input, air_density_kg_m3);
      return std::array<double, most_motor_states>{load.thrust, load.torque};
    }
  };
  return std::visit(settle, rotor.motor, rotor.law);
}

double limit_motor_state(const Rotor& rotor, double state) {
  return std::visit(
      [&](const auto& motor) {
        using M = std::decay_t<decltype(motor)>;
        if constexpr (M::states == 0 || M::lags_load) return state;
        return clamp(state, motor.state_min.value_or(motor.min),
                     motor.state_max.value_or(motor.max));
      },
      rotor.motor);
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
      rotor = fold_rotor(vehicle.rotors[i], signs, around, vehicle.mass_kg, body.inverse_inertia);
    }
    std::memcpy(out + body_size + i * rotor_size, &rotor, sizeof(rotor));
  }
}

}  // namespace montecopter
