#pragma once
/// Flights against closed-form solutions.

#include <functional>
#include <string_view>

#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// A law that gives the components of a signal at a time.
using Law = std::function<std::vector<double>(double)>;

/// Largest difference between a signal of sample 0 and its law, as a fraction of the law's largest
/// value. It covers all outputs and the first components, as many as the law has.
double error_against(const FlightsInMemory& flown, std::string_view signal, const Law& law);

/// Free flight without air: p = v t + g t^2 / 2.
struct Fall {
  double gravity_m_s2;
  Vector velocity_m_s;  ///< at t = 0

  Vector position(double t) const;
  Vector velocity(double t) const;
};

/// Free flight with a drag K (v - w) in a wind w: exponentials with the time constant m / K.
struct LinearDragFall {
  double gravity_m_s2, time_constant_s;
  Vector velocity_m_s, wind_m_s;

  Vector position(double t) const;
  Vector velocity(double t) const;
};

/// Fall from rest with a drag c v^2: v = v_t tanh(g t / v_t), v_t^2 = m g / c.
struct QuadraticDragFall {
  double gravity_m_s2, terminal_m_s;

  Vector position(double t) const;
  Vector velocity(double t) const;
};

/// A side force that turns with the body, which yaws at a steady rate; the weight is carried.
struct TurningForce {
  double acceleration_m_s2, yaw_rate_rad_s;

  Vector position(double t) const;
  Vector velocity(double t) const;
  std::vector<double> attitude(double t) const;
};

/// Step response from rest to 1: first order, or second order with damping ratio below 1.
double first_order_step(double t, double time_constant_s);
double second_order_step(double t, double time_constant_s, double damping_ratio);

/// Checks position and velocity of a flight against a law of this kind.
template <class Path>
Check path_check(const Claim& claim, const FlightsInMemory& flown, const Path& path,
                 double tolerance) {
  const auto law = [](const Vector& v) { return std::vector<double>(v.begin(), v.end()); };
  Largest error;
  error.take(error_against(flown, "position", [&](double t) { return law(path.position(t)); }));
  error.take(error_against(flown, "velocity", [&](double t) { return law(path.velocity(t)); }));
  return error_check(claim, error, tolerance);
}

std::vector<Check> closed_form_checks(const Lab& lab);

}  // namespace montecopter::verify
