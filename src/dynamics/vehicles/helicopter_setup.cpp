#include "dynamics/vehicles/helicopter_setup.hpp"
#include "dynamics/vehicles/flyable.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "core/numerics/elementary.hpp"
#include "dynamics/vehicles/flapping_rotor.hpp"
#include "dynamics/vehicles/helicopter_limits.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// x^n by repeated multiplication.
double power(double x, int n) {
  double product = x;
  for (int k = 1; k < n; ++k) product = product * x;
  return product;
}

/// R2^n - R1^n.
template <class Rotor>
double ring(const Rotor& rotor, int n) {
  return power(rotor.outer_radius_m, n) - power(rotor.inner_radius_m, n);
}

/// The straight line a + b x through two points: equations for C_1, C_2 (x = p) and K_1, K_2
/// (x = p^2) with the loads per rotor speed squared as y.
struct Line {
  double at_0, slope;
};
Line through(double x1, double y1, double x2, double y2) {
  return {cross_difference(y2, x1, y1, x2) / (x1 - x2), (y1 - y2) / (x1 - x2)};
}

/// Lift of a rotor at rest in the air is F = (C_1 + C_2 p) (R2^4 - R1^4) w^2 / 2 (equation 29), its
/// drag torque M = (K_1 + K_2 p^2) (R2^5 - R1^5) 2 w^2 / 5 (equation 22).
template <class Rotor>
double lift_per_area(const Rotor& rotor, double force_n, double speed_rad_s) {
  return 2.0 * force_n / (speed_rad_s * speed_rad_s * ring(rotor, 4));
}
template <class Rotor>
double drag_per_area(const Rotor& rotor, double torque_n_m, double speed_rad_s) {
  return 2.5 * torque_n_m / (speed_rad_s * speed_rad_s * ring(rotor, 5));
}

/// Integral of r^n over the span of blades of constant chord.
double span_integral(const MainRotor& rotor, int n) { return ring(rotor, n + 1) / (n + 1); }

/// Lift of flapping blades per radian: the Lock number is 16 s I_3 / J.
double lift_slope(const MainRotor& rotor) {
  return rotor.flapping->lock_number * rotor.inertia_kg_m2 / (16.0 * span_integral(rotor, 3));
}

/// As lift_per_area() and drag_per_area(), for flapping blades: without the effect of the inflow v.
/// Lift is F = C 2 I_2 w^2 - s v 2 I_1 w, drag torque M = K 2 I_3 w^2 + F v / w.
double lift_without_inflow(const Helicopter& vehicle, double force_n, double speed_rad_s) {
  const MainRotor& rotor = vehicle.main_rotor;
  const double lost =
      2.0 * span_integral(rotor, 1) * lift_slope(rotor) * hover_inflow_m_s(vehicle, force_n);
  return (force_n / speed_rad_s + lost) / (2.0 * span_integral(rotor, 2) * speed_rad_s);
}
double profile_drag(const Helicopter& vehicle, const HoverLoads& at, double speed_rad_s) {
  const double induced = at.lift_n * hover_inflow_m_s(vehicle, at.lift_n) / speed_rad_s;
  return (at.torque_n_m - induced) /
         (2.0 * span_integral(vehicle.main_rotor, 3) * speed_rad_s * speed_rad_s);
}

template <class Rotor>
FoldedDisc<double> fold_disc(const Rotor& rotor, const BladeCoefficients& blades) {
  return {blades.lift_0,        blades.lift_1,        blades.drag_0,
          blades.drag_2,        ring(rotor, 2) / 2.0, ring(rotor, 3) / 6.0,
          ring(rotor, 4) / 2.0, ring(rotor, 5) / 5.0, rotor.inner_radius_m};
}

/// Blades of constant chord in the equations of a disc, whose radii are integrals over the span.
void fold_flapping(const Helicopter& vehicle, HelicopterConstants<double>& c) {
  const MainRotor& rotor = vehicle.main_rotor;
  const double radius = rotor.outer_radius_m, offset = rotor.flapping->hinge_offset;
  const double apparent_volume = 8.0 / 3.0 * power(radius, 3);
  c.main.radii_2 = span_integral(rotor, 0), c.main.radii_3 = 0.5 * span_integral(rotor, 1);
  c.main.radii_4 = 2.0 * span_integral(rotor, 2), c.main.radii_5 = span_integral(rotor, 3);
  c.flapping.lift_slope = lift_slope(rotor);
  c.flapping.stiffness = rotor.flapping->hub_stiffness_n_m_rad;
  c.flapping.offset_stiffness = 0.75 * rotor.inertia_kg_m2 * offset / (1.0 - offset);
  c.flapping.inflow_gain = 1.0 / (vehicle.operating_points.air_density_kg_m3 * apparent_volume);
  c.flapping.inflow_rate = 2.0 * std::numbers::pi * radius * radius / apparent_volume;
  c.main.reversed_radius = max(rotor.inner_radius_m, known_reversed_radius * radius);
}

/// Limits in command order.
std::array<FoldedServo<double>, helicopter_controls.size()> fold_limits(const Servos& servos) {
  const auto low = servos.lowest(), high = servos.highest();
  std::array<FoldedServo<double>, helicopter_controls.size()> folded;
  for (std::size_t i = 0; i < folded.size(); ++i) {
    folded[i] = {low[i].value_or(-infinity), high[i].value_or(infinity)};
  }
  return folded;
}

template <class Rotor>
bool has_blades(const Rotor& rotor) {
  return rotor.inner_radius_m < rotor.outer_radius_m;
}

bool is_finite(const BladeCoefficients& b) {
  return std::isfinite(b.lift_0) && std::isfinite(b.lift_1) && std::isfinite(b.drag_0) &&
         std::isfinite(b.drag_2);
}

/// Engine and friction (equations 25 and 26), and the inertia of the drive (27).
void fold_drive(const Helicopter& vehicle, HelicopterConstants<double>& c) {
  const OperatingPoint& point = vehicle.operating_points.first_hover;
  const TailRotor& tail = vehicle.tail_rotor;
  const double torque = hover_loads(vehicle, point.roll_rad).torque_n_m;
  c.engine_gain =
      (std::fma(point.tail_torque_n_m, tail.gear_ratio, torque) + point.friction_torque_n_m) /
      point.throttle;
  c.friction = point.friction_torque_n_m / point.rotor_speed_rad_s;
  c.main_inertia = vehicle.main_rotor.inertia_kg_m2;
  c.tail_inertia = tail.gear_ratio * tail.inertia_kg_m2;
  c.inverse_train =
      1.0 / std::fma(tail.gear_ratio, c.tail_inertia, c.main_inertia + vehicle.drive_inertia_kg_m2);
}

}  // namespace

HoverLoads hover_loads(const Helicopter& vehicle, double roll_rad) {
  const OperatingPoints& points = vehicle.operating_points;
  double sine, cosine;
  sincos<double>(roll_rad, sine, cosine);
  const double weight = points.mass_kg * points.gravity_m_s2;
  const double side = sine * weight;
  return {cosine * weight, side, side * vehicle.tail_rotor.arm_m};
}

BladeCoefficients main_blades(const Helicopter& vehicle) {
  const MainRotor& rotor = vehicle.main_rotor;
  const OperatingPoint& a = vehicle.operating_points.first_hover;
  const SecondOperatingPoint& b = vehicle.operating_points.second_hover;
  const HoverLoads at_a = hover_loads(vehicle, a.roll_rad), at_b = hover_loads(vehicle, b.roll_rad);
  if (rotor.flapping) {
    const Line lift =
        through(a.collective, lift_without_inflow(vehicle, at_a.lift_n, a.rotor_speed_rad_s),
                b.collective, lift_without_inflow(vehicle, at_b.lift_n, b.rotor_speed_rad_s));
    const Line drag =
        through(a.collective * a.collective, profile_drag(vehicle, at_a, a.rotor_speed_rad_s),
                b.collective * b.collective, profile_drag(vehicle, at_b, b.rotor_speed_rad_s));
    return {lift.at_0, lift.slope, drag.at_0, drag.slope};
  }
  const Line lift = through(a.collective, lift_per_area(rotor, at_a.lift_n, a.rotor_speed_rad_s),
                            b.collective, lift_per_area(rotor, at_b.lift_n, b.rotor_speed_rad_s));
  const Line drag = through(
      a.collective * a.collective, drag_per_area(rotor, at_a.torque_n_m, a.rotor_speed_rad_s),
      b.collective * b.collective, drag_per_area(rotor, at_b.torque_n_m, b.rotor_speed_rad_s));
  return {lift.at_0, lift.slope, drag.at_0, drag.slope};
}

BladeCoefficients tail_blades(const Helicopter& vehicle) {
  const TailRotor& rotor = vehicle.tail_rotor;
  const OperatingPoint& a = vehicle.operating_points.first_hover;
  const SecondOperatingPoint& b = vehicle.operating_points.second_hover;
  const double speed_a = rotor.gear_ratio * a.rotor_speed_rad_s;
  const double speed_b = rotor.gear_ratio * b.rotor_speed_rad_s;
  const double lift_a = lift_per_area(rotor, hover_loads(vehicle, a.roll_rad).side_n, speed_a);
  const double lift_b = lift_per_area(rotor, hover_loads(vehicle, b.roll_rad).side_n, speed_b);
  const Line lift = b.tail ? through(a.tail, lift_a, *b.tail, lift_b) : Line{0.0, lift_a / a.tail};
  const double drag = drag_per_area(rotor, a.tail_torque_n_m, speed_a);
  return {lift.at_0, lift.slope, rotor.profile_fraction * drag,
          (1.0 - rotor.profile_fraction) * drag / (a.tail * a.tail)};
}

bool moves_continuously(const Servos& servos) { return servos.advance == "continuous"; }

double stable_servo_step_s(const Servos& servos, IntegratorKind integrator) {
  return moves_continuously(servos) ? stable_step_s(integrator, servos.time_constant_s)
                                    : 2.0 * servos.time_constant_s;
}

bool has_good_actuators(const Helicopter& vehicle) {
  if (!has_blades(vehicle.main_rotor) || !has_blades(vehicle.tail_rotor)) return false;
  if (!is_finite(main_blades(vehicle)) || !is_finite(tail_blades(vehicle))) return false;
  for (const FoldedServo<double>& servo : fold_limits(vehicle.servos)) {
    if (!(servo.low < servo.high)) return false;
  }
  return true;
}

// The derivatives of thrust and momentum in flapping_load() at rest in the air.
double inflow_pole_1_s(const Helicopter& vehicle) {
  HelicopterConstants<double> c{};
  fold_flapping(vehicle, c);
  const OperatingPoint& hover = vehicle.operating_points.first_hover;
  const double inflow = hover_inflow_m_s(vehicle, hover_loads(vehicle, hover.roll_rad).lift_n);
  const double thrust = 4.0 * c.main.radii_3 * c.flapping.lift_slope * hover.rotor_speed_rad_s;
  return c.flapping.inflow_gain * thrust + 2.0 * c.flapping.inflow_rate * inflow;
}

double stable_flapping_step_s(const Helicopter& vehicle, IntegratorKind integrator) {
  const FlappingMotion motion =
      flapping_motion(vehicle, vehicle.operating_points.first_hover.rotor_speed_rad_s);
  return stable_motor_step_s(
      integrator, DampedOscillation{2.0 / motion.time_constant_s, motion.eigenvalue_1_s});
}

bool step_suits_actuators(const Helicopter& vehicle, IntegratorKind integrator, double step_s) {
  const bool is_slow = is_controlled(integrator) || !vehicle.main_rotor.flapping ||
                       (step_s < stable_flapping_step_s(vehicle, integrator) &&
                        step_s < stable_step_s(integrator, 1.0 / inflow_pole_1_s(vehicle)));
  return is_slow && step_s < stable_servo_step_s(vehicle.servos, integrator);
}

bool is_flyable(const Helicopter& vehicle, IntegratorKind integrator, double step_s) {
  return is_of_a_body(vehicle.inertia_kg_m2) && has_good_actuators(vehicle) &&
         step_suits_actuators(vehicle, integrator, step_s);
}

int actuators_of(bool flapping) {
  return 1 + static_cast<int>(helicopter_controls.size()) +
         (flapping ? static_cast<int>(flapping_states.size()) : 0);
}

std::vector<double> settled_actuators(const Helicopter& vehicle, std::span<const double> commands) {
  const OperatingPoint& hover = vehicle.operating_points.first_hover;
  std::vector<double> states = {hover.rotor_speed_rad_s};
  const auto servo = fold_limits(vehicle.servos);
  for (std::size_t i = 0; i < servo.size(); ++i) {
    states.push_back(clamp(commands[i], servo[i].low, servo[i].high));
  }
  if (vehicle.main_rotor.flapping) {
    const double lift = hover_loads(vehicle, hover.roll_rad).lift_n;
    states.insert(states.end(), {0.0, 0.0, hover_inflow_m_s(vehicle, lift)});
  }
  return states;
}

double hover_inflow_m_s(const Helicopter& vehicle, double lift_n) {
  const double radius = vehicle.main_rotor.outer_radius_m;
  return std::sqrt(lift_n / (2.0 * vehicle.operating_points.air_density_kg_m3 * std::numbers::pi *
                             radius * radius));
}

// The eigenvalue is that of flapping_load(): -w (k + i g) / (g + i) with g = gamma / 16 and k = K /
// (J w^2), the product with i being z x.
FlappingMotion flapping_motion(const Helicopter& vehicle, double speed_rad_s) {
  HelicopterConstants<double> c{};
  fold_flapping(vehicle, c);
  const double w = speed_rad_s, g = vehicle.main_rotor.flapping->lock_number / 16.0;
  const double moment = std::fma(c.flapping.offset_stiffness, w * w, c.flapping.stiffness);
  const double k = moment / (vehicle.main_rotor.inertia_kg_m2 * w * w), size = 1.0 + g * g;
  return {moment, std::sqrt(1.0 + 2.0 * k), k / g, size / (w * g * (1.0 + k)),
          w * std::sqrt((k * k + g * g) / size)};
}

HelicopterConstants<double> fold_helicopter(const Helicopter& vehicle, double noise_period_s) {
  const auto signs = frame_signs(vehicle.frame);
  const auto hub = lever_arm(vehicle.main_rotor.position_m, vehicle.centre_of_mass_m);
  const auto& drag = vehicle.body_drag_kg_m;
  const ProcessNoise& noise = vehicle.process_noise;
  const Servos& servos = vehicle.servos;
  const double rate = 1.0 / servos.time_constant_s;
  HelicopterConstants<double> c{};
  c.inverse_mass = 1.0 / vehicle.mass_kg;
  c.inertia = inertia_tensor(vehicle.inertia_kg_m2, signs);
  c.inverse_inertia = inverse(c.inertia);
  c.main = fold_disc(vehicle.main_rotor, main_blades(vehicle));
  if (vehicle.main_rotor.flapping) fold_flapping(vehicle, c);
  c.tail = fold_disc(vehicle.tail_rotor, tail_blades(vehicle));
  c.inverse_density = 1.0 / vehicle.operating_points.air_density_kg_m3;
  c.hub_x = signs[0] * hub[0], c.hub_y = -(signs[1] * hub[1]);
  c.flapping.hub_z = 0.0 - signs[2] * hub[2];  // no negative zero, whatever the frame
  // The tail is that much farther behind a centre of mass that lies ahead.
  c.tail_arm = vehicle.tail_rotor.arm_m + vehicle.centre_of_mass_m[0];
  c.tail_gear = vehicle.tail_rotor.gear_ratio;
  c.body_drag = {drag[0], drag[1], drag[2]};
  c.tail_drag = vehicle.tail_drag_kg_m;
  fold_drive(vehicle, c);
  (moves_continuously(servos) ? c.servo_rate : c.servo_step_rate) = rate;
  c.servo = fold_limits(servos);
  c.rate_limit = vehicle.body_rate_limit_rad_s.value_or(infinity);
  c.force_noise = std::sqrt(noise.force_n2_s / noise_period_s) / vehicle.mass_kg;
  c.moment_noise = std::sqrt(noise.moment_n2_m2_s / noise_period_s);
  c.hover2_per_thrust = power(hover_inflow_m_s(vehicle, 1.0), 2);
  return c;
}

}  // namespace montecopter
