#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/flyable.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/numerics/angles.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"

namespace montecopter {
namespace {

using Vector = std::array<double, 3>;
using Tensor = Symmetric3<double>;

Vector times(const Vector& signs, const Vector& a) {
  return {signs[0] * a[0], signs[1] * a[1], signs[2] * a[2]};
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
          if constexpr (InPlane<std::decay_t<decltype(law)>>) folded.law[5] *= spin;
        }
      },
      *rotor.law);
  const bool one_shape = is_one_shape(rotor) && !around.rotor_flow;
  const double thrust = one_shape ? folded.unit.thrust : 1.0;
  const double torque = one_shape ? folded.unit.torque : 0.0;
  folded.acceleration = {thrust * n[0] / mass_kg, thrust * n[1] / mass_kg, thrust * n[2] / mass_kg};
  const auto moment = [&](int k) { return std::fma(thrust, arm[k], -(spin * torque * n[k])); };
  folded.angular_acceleration = inverse_inertia * Vec3<double>{moment(0), moment(1), moment(2)};
  folded.drag_angular_acceleration = inverse_inertia * scaled(-spin, n);
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
      const auto limits = state_limits_of(motor);
      folded.state_low = limits[0], folded.state_high = limits[1];
    }
    folded.momentum = scaled(momentum, n);
  }
}

FoldedRotor<double> fold_rotor(const Rotor& rotor, const Vector& centre_of_mass_m,
                               const Vector& signs, const Surroundings& around, double mass_kg,
                               const Tensor& inverse_inertia) {
  const Vector r = times(signs, lever_arm(rotor.position_m, centre_of_mass_m));
  const Vector n = normalised(times(signs, rotor.axis));
  FoldedRotor<double> folded{};
  fold_columns(rotor, r, n, around, mass_kg, inverse_inertia, folded);
  std::visit(
      [&](const auto& motor) { fold_motor(motor, static_cast<double>(rotor.spin), n, folded); },
      *rotor.motor);
  folded.hub = {r[0], r[1], r[2]};
  folded.axis = {n[0], n[1], n[2]};
  folded.radius = rotor_radius_m(rotor).value_or(0.0);
  folded.disc = rad_per_turn * around.air_density_kg_m3 * (folded.radius * folded.radius);
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

/// Folds everything but the rotors.
MultirotorConstants<double, 1> fold_body(const Multirotor& vehicle, const Surroundings& around) {
  const Vector signs = frame_signs(vehicle.frame);
  const double mass = vehicle.mass_kg;
  const ProcessNoise& noise = vehicle.process_noise;
  MultirotorConstants<double, 1> c{};
  const double in_air = 0.5 * around.air_density_kg_m3 * vehicle.drag_area_m2;
  const double fixed = around.air_varies ? 0.0 : in_air;
  c.quadratic_drag = (vehicle.quadratic_drag_n_s2_m2 + fixed) / mass;
  c.drag_area = in_air / mass;
  c.linear_drag = vehicle.linear_drag_n_s_m / mass;
  c.rotor_drag = {vehicle.rotor_drag_1_s[0], vehicle.rotor_drag_1_s[1], vehicle.rotor_drag_1_s[2]};
  c.inertia = inertia_tensor(vehicle.inertia_kg_m2, signs);
  c.inverse_inertia = inverse(c.inertia);
  const Tensor& j = c.inertia;
  c.euler = {j.zz - j.yy, j.xx - j.zz, j.yy - j.xx};
  c.quadratic_damping = fold_matrix(vehicle.quadratic_aero_moment_n_m_s2, signs, c.inverse_inertia);
  c.linear_damping = fold_matrix(vehicle.linear_aero_moment_n_m_s, signs, c.inverse_inertia);
  c.velocity_moment = fold_matrix(vehicle.velocity_aero_moment_n_s, signs, c.inverse_inertia);
  c.translational_lift = vehicle.translational_lift_1_m;
  c.body_lift = vehicle.body_lift;
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
    if (is_electric<M> && motor.min < 0) return false;
    const auto limits = state_limits_of(motor);
    if (!(limits[0] < limits[1])) return false;
    return turns || motor.rotor_inertia_kg_m2 == 0;
  }
  return true;
}

}  // namespace

bool takes_speed(const RotorLaw& law) {
  return std::visit([](const auto& l) { return l.takes_speed(); }, law);
}

bool is_one_shape(const Rotor& rotor) {
  const bool lags_load = std::visit([](const auto& m) { return m.lags_load; }, *rotor.motor);
  return !lags_load && std::visit([](const auto& l) { return l.proportional; }, *rotor.law);
}

std::optional<double> rotor_radius_m(const Rotor& rotor) {
  return std::visit(
      [&]<class Law>(const Law& law) -> std::optional<double> {
        if constexpr (requires { law.diameter_m; }) return 0.5 * law.diameter_m;
        if constexpr (requires { law.radius_m; }) return law.radius_m;
        return rotor.radius_m;
      },
      *rotor.law);
}

bool has_good_actuators(const Multirotor& vehicle) {
  return std::all_of(vehicle.rotors.begin(), vehicle.rotors.end(), [](const Rotor& rotor) {
    const auto& a = rotor.axis;
    if (a[0] == 0 && a[1] == 0 && a[2] == 0) return false;
    const bool turns = takes_speed(*rotor.law);
    return std::visit([&](const auto& motor) { return is_good_motor(motor, turns); }, *rotor.motor);
  });
}

bool step_suits_actuators(const Multirotor& vehicle, IntegratorKind integrator, double step_s) {
  return std::all_of(vehicle.rotors.begin(), vehicle.rotors.end(), [&](const Rotor& rotor) {
    return step_s < stable_motor_step_s(*rotor.motor, integrator);
  });
}

bool is_flyable(const Multirotor& vehicle, IntegratorKind integrator, double step_s) {
  return is_of_a_body(vehicle.inertia_kg_m2) && has_good_actuators(vehicle) &&
         step_suits_actuators(vehicle, integrator, step_s);
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

double stable_motor_step_s(const Motor& motor, IntegratorKind integrator) {
  return std::visit(
      [&]<class M>(const M& m) {
        if constexpr (requires { m.oscillation(); }) {
          return stable_motor_step_s(integrator, m.oscillation());
        } else {
          return stable_step_s(integrator, stability_time_constant_s(motor, integrator));
        }
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
  return std::visit(settle, *rotor.motor, *rotor.law);
}

double limit_motor_state(const Rotor& rotor, double state) {
  return std::visit(
      [&](const auto& motor) {
        using M = std::decay_t<decltype(motor)>;
        if constexpr (M::states == 0 || M::lags_load) return state;
        const auto limits = state_limits_of(motor);
        return clamp(state, limits[0], limits[1]);
      },
      *rotor.motor);
}

bool all_rotors_aligned(const Multirotor& vehicle) {
  for (const Rotor& rotor : vehicle.rotors) {
    if (rotor.axis[0] != 0 || rotor.axis[1] != 0) return false;
  }
  return true;
}

void fold_multirotor(const Multirotor& vehicle, const Surroundings& around, int capacity,
                     double* out) {
  const auto body = fold_body(vehicle, around);
  constexpr std::size_t body_size = (sizeof(body) - sizeof(FoldedRotor<double>)) / sizeof(double);
  constexpr std::size_t rotor_size = sizeof(FoldedRotor<double>) / sizeof(double);
  std::memcpy(out, &body, body_size * sizeof(double));
  const auto signs = frame_signs(vehicle.frame);
  for (int i = 0; i < capacity; ++i) {
    FoldedRotor<double> rotor{};
    if (i < static_cast<int>(vehicle.rotors.size())) {
      rotor = fold_rotor(vehicle.rotors[i], vehicle.centre_of_mass_m, signs, around,
                         vehicle.mass_kg, body.inverse_inertia);
    }
    std::memcpy(out + body_size + i * rotor_size, &rotor, sizeof(rotor));
  }
}

}  // namespace montecopter
