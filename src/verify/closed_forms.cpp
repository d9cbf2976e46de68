#include "verify/closed_forms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/numerics/powers.hpp"

namespace montecopter::verify {
namespace {

/// Error of RK4 against exp(-z), with z = h / T, summed over a flight: z^5 / 120 per step, where t
/// / T exp(-t / T) is 1 / e at most.
double rk4_truncation(double z) { return z * z * z * z / 120; }

/// Error of RK4 for an angle that grows by z in each of these steps.
double rk4_phase_error(double z, double steps) { return z * z * z * z * z / 120 * steps; }

Check free_fall(const Lab& lab) {
  const Fall fall = {9.80665, {3, -4, -20}};
  const BodyFlight flight = {
      .gravity_m_s2 = fall.gravity_m_s2, .duration_s = 10, .velocity_m_s = fall.velocity_m_s};
  return path_check({"ballistic flight in a vacuum", "Galilei: p = v t + g t^2/2"}, lab.fly(flight),
                    fall, rounding_of(flight.steps()));
}

Check linear_drag(const Lab& lab) {
  const LinearDragFall fall = {9.80665, 0.5, {4, 0, -3}, {2, -1, 0.5}};
  const BodyFlight flight = {.mass_kg = 0.5,
                             .drag = "linear_drag_n_s_m = 1.0",
                             .gravity_m_s2 = fall.gravity_m_s2,
                             .tables = "[[wind]]\ntype = \"steady\"\nto_m_s = [2.0, -1.0, 0.5]\n",
                             .duration_s = 10,
                             .velocity_m_s = fall.velocity_m_s};
  return path_check({"ballistic flight in wind, linear drag", "Stokes: exp(-K t/m)"},
                    lab.fly(flight), fall, rk4_truncation(2e-3) + rounding_of(flight.steps()));
}

const QuadraticDragFall quadratic_fall = {9.80665, 9.902853124226372};  // sqrt(9.80665 / 0.1)

BodyFlight quadratic_flight(double duration_s) {
  return {.drag = "quadratic_drag_n_s2_m2 = 0.1",
          .gravity_m_s2 = quadratic_fall.gravity_m_s2,
          .duration_s = duration_s};
}

Check quadratic_drag(const Lab& lab) {
  const BodyFlight flight = quadratic_flight(10);
  return path_check({"free fall with quadratic drag", "Newton: v_t tanh(g t/v_t)"}, lab.fly(flight),
                    quadratic_fall, rk4_truncation(2e-3) + rounding_of(flight.steps()));
}

Check terminal_velocity(const Lab& lab) {
  const BodyFlight flight = quadratic_flight(40);  // exp(-2 g t / v_t) is 3e-35
  const FlightsInMemory flown = lab.fly(flight);
  const double speed = flown.at("velocity", flown.outputs() - 1)[2];
  // RK4 adds the terms of a step one by one, and the largest is a third of it. A term below half a
  // unit in the last place of the speed, 2^-53, is lost. The lost acceleration is 3 x 2^-53 v per
  // step, times the remaining time constant v_t / (2 g).
  const double time_constant_s = 0.5 * quadratic_fall.terminal_m_s / quadratic_fall.gravity_m_s2;
  return error_check({"terminal velocity", "sqrt(m g/c)"}, speed / quadratic_fall.terminal_m_s - 1,
                     3 * rounding_of(time_constant_s * flight.rate_hz));
}

BodyFlight motor_flight(const std::string& motor, std::vector<double> start) {
  return {.rotors = fmt::format(
              "{{position_m = [0, 0, 0], axis = [0, 0, -1], spin = 1, law = {{type = "
              "\"signed_quadratic\", thrust_n_s2 = 0, torque_n_m_s2 = 0}}, motor = {{{}, max = "
              "2000}}}}",
              motor),
          .commands = {1000},
          .actuators = std::move(start),
          .rate_hz = 16000,
          .duration_s = 0.2,
          .output_hz = 1000,
          .more_signals = ", \"rotor_speed\""};
}

Check first_order_motor(const Lab& lab) {
  const BodyFlight flight = motor_flight("type = \"first_order\", time_constant_s = 0.02", {0});
  const double error = error_against(lab.fly(flight), "rotor_speed", [](double t) {
    return std::vector{1000 * first_order_step(t, 0.02)};
  });
  return error_check({"step of a first-order motor", "1 - exp(-t/T)"}, error,
                     rk4_truncation(1 / (0.02 * flight.rate_hz)) + rounding_of(flight.steps()));
}

Check second_order_motor(const Lab& lab) {
  const BodyFlight flight =
      motor_flight("type = \"second_order\", time_constant_s = 0.02, damping_ratio = 0.6", {0, 0});
  const double error = error_against(lab.fly(flight), "rotor_speed", [](double t) {
    return std::vector{1000 * second_order_step(t, 0.02, 0.6)};
  });
  // Truncation as for exp(-zeta t/T), divided by the sine 0.8 of the damping angle: 1.3 times.
  return error_check(
      {"step of a second-order motor", "damped oscillation, zeta = 0.6"}, error,
      1.3 * rk4_truncation(1 / (0.02 * flight.rate_hz)) + rounding_of(flight.steps()));
}

Check hover(const Lab& lab) {
  const double gravity = 9.80665;
  // Four rotors at 1000 rad/s whose thrust is a quarter of the weight each.
  const std::string shape =
      "law = {type = \"signed_quadratic\", thrust_n_s2 = 2.4516625e-6, torque_n_m_s2 = 3e-8}, "
      "motor = {type = \"first_order\", time_constant_s = 0.02, max = 2000, rotor_inertia_kg_m2 = "
      "1e-5}, axis = [0, 0, -1]";
  std::string rotors;
  for (const char* place : {"[0.1, 0.1, 0], spin = 1", "[-0.1, 0.1, 0], spin = -1",
                            "[-0.1, -0.1, 0], spin = 1", "[0.1, -0.1, 0], spin = -1"}) {
    rotors += fmt::format("{{position_m = {}, {}}}, ", place, shape);
  }
  const BodyFlight flight = {.inertia_kg_m2 = {0.005, 0.005, 0.007},
                             .rotors = rotors,
                             .commands = {1000, 1000, 1000, 1000},
                             .gravity_m_s2 = gravity,
                             .duration_s = 60};
  const FlightsInMemory flown = lab.fly(flight);
  Largest drift;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    for (const double x : flown.at("position", n)) drift.take(x);
  }
  // Thrust coefficient, its product with the speed, its sum over rotors and its quotient by the
  // mass are rounded: an acceleration of 4 x 2^-53 g, for t^2 / 2. The moments are left with a
  // rounding error of 2^-53 of an arm of 0.1 m times a quarter of the weight for each rotor. It
  // tilts the vehicle, and nothing rights it: g times a tilt that grows with t^2 / 2 is t^4 / 24.
  const double t = flight.duration_s;
  const double tilting = 4 * 0x1p-53 * 0.1 * gravity / 4 / flight.inertia_kg_m2[0];
  return error_check({"hover for one minute", "four thrusts of m g/4"}, drift,
                     4 * 0x1p-53 * gravity * t * t / 2 + gravity * tilting * t * t * t * t / 24,
                     "m");
}

std::vector<Check> turning(const Lab& lab) {
  const TurningForce law = {0.6 * 9.80665, 1.25};
  // The leaning thrust has 4/5 to carry the weight and 3/5 to pull forwards.
  const BodyFlight flight = {
      .rotors =
          "{position_m = [0, 0, 0], axis = [0.6, 0, -0.8], spin = 1, law = {type = "
          "\"linear\", thrust_max_n = 9.80665, torque_max_n_m = 0}, motor = {type = "
          "\"direct\", max = 1}}",
      .commands = {1},
      .gravity_m_s2 = 0.8 * 9.80665,
      .duration_s = 10,
      .body_rate_rad_s = {0, 0, law.yaw_rate_rad_s}};
  const FlightsInMemory flown = lab.fly(flight);
  // The quaternion turns by half the angle.
  const double phase = rk4_phase_error(0.5 * law.yaw_rate_rad_s / flight.rate_hz, flight.steps());
  const double tolerance = 2 * phase + rounding_of(flight.steps());
  return {error_check({"steady turn about a principal axis", "q = (cos r t/2, 0, 0, sin r t/2)"},
                      error_against(flown, "attitude", [&](double t) { return law.attitude(t); }),
                      tolerance),
          path_check(
              {"body-fixed force on a turning body", "a/r^2 (1 - cos r t), a/r^2 (r t - sin r t)"},
              flown, law, tolerance)};
}

}  // namespace

double error_against(const FlightsInMemory& flown, std::string_view signal, const Law& law) {
  Largest difference, size;
  for (std::int64_t n = 0; n < flown.outputs(); ++n) {
    const std::vector<double> wanted = law(flown.time(n));
    const auto ours = flown.at(signal, n);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      difference.take(ours[k] - wanted[k]);
      size.take(wanted[k]);
    }
  }
  return difference / size;
}

Vector Fall::position(double t) const {
  const Vector& v = velocity_m_s;
  return {v[0] * t, v[1] * t, v[2] * t + 0.5 * gravity_m_s2 * t * t};
}

Vector Fall::velocity(double t) const {
  const Vector& v = velocity_m_s;
  return {v[0], v[1], v[2] + gravity_m_s2 * t};
}

Vector LinearDragFall::position(double t) const {
  const double T = time_constant_s, faded = -T * expm1<double>(-t / T);
  Vector p;
  for (std::size_t k = 0; k < 3; ++k) {
    p[k] = wind_m_s[k] * t + (velocity_m_s[k] - wind_m_s[k]) * faded;
  }
  p[2] += gravity_m_s2 * T * (t - faded);
  return p;
}

Vector LinearDragFall::velocity(double t) const {
  const double T = time_constant_s, left = exp<double>(-t / T);
  Vector v;
  for (std::size_t k = 0; k < 3; ++k) {
    v[k] = wind_m_s[k] + (velocity_m_s[k] - wind_m_s[k]) * left;
  }
  v[2] -= gravity_m_s2 * T * expm1<double>(-t / T);
  return v;
}

Vector QuadraticDragFall::position(double t) const {
  const double x = gravity_m_s2 * t / terminal_m_s;
  const double log_cosh = x + log1p<double>(exp<double>(-2 * x)) - elementary::ln2_high;
  return {0, 0, terminal_m_s * terminal_m_s / gravity_m_s2 * log_cosh};
}

Vector QuadraticDragFall::velocity(double t) const {
  const double e = expm1<double>(-2 * gravity_m_s2 * t / terminal_m_s);
  return {0, 0, terminal_m_s * -e / (2 + e)};
}

Vector TurningForce::position(double t) const {
  const double r = yaw_rate_rad_s, scale = acceleration_m_s2 / (r * r);
  const double half = sin<double>(0.5 * r * t);
  return {scale * 2 * half * half, scale * (r * t - sin<double>(r * t)), 0};
}

Vector TurningForce::velocity(double t) const {
  const double r = yaw_rate_rad_s, scale = acceleration_m_s2 / r;
  const double half = sin<double>(0.5 * r * t);
  return {scale * sin<double>(r * t), scale * 2 * half * half, 0};
}

std::vector<double> TurningForce::attitude(double t) const {
  double sine = 0, cosine = 0;
  sincos<double>(0.5 * yaw_rate_rad_s * t, sine, cosine);
  return {cosine, 0, 0, sine};
}

double first_order_step(double t, double time_constant_s) {
  return -expm1<double>(-t / time_constant_s);
}

double second_order_step(double t, double time_constant_s, double damping_ratio) {
  const double root = std::sqrt(1 - damping_ratio * damping_ratio);
  const double x = t / time_constant_s;
  double sine = 0, cosine = 0;
  sincos<double>(root * x, sine, cosine);
  return 1 - exp<double>(-damping_ratio * x) * (cosine + damping_ratio / root * sine);
}

std::vector<Check> closed_form_checks(const Lab& lab) {
  std::vector<Check> checks = {
      free_fall(lab),         linear_drag(lab),        quadratic_drag(lab), terminal_velocity(lab),
      first_order_motor(lab), second_order_motor(lab), hover(lab)};
  for (Check& check : turning(lab)) checks.push_back(std::move(check));
  return checks;
}

}  // namespace montecopter::verify
