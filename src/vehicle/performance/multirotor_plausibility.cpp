#include "vehicle/performance/multirotor_plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"

namespace montecopter {
namespace {

void check_thrust_range(const MultirotorModel& model, const std::optional<MultirotorTrim>& hover,
                        PlausibilityWarnings& warnings) {
  const double ratio = thrust_to_weight(model);
  if (ratio > 8) {
    warnings.push_back({fmt::format("thrust to weight is {:.3g}", ratio),
                        "multirotors that fly well have 1.3 to 8"});
  }
  if (!hover) return;
  const Eigen::VectorXd low = model.lowest_commands(), range = model.highest_commands() - low;
  const double fraction = ((hover->commands - low).array() / range.array()).mean();
  if (fraction < 0.25 || fraction > 0.8) {
    warnings.push_back({fmt::format("it hovers at {:.0f} % of the command range", 100 * fraction),
                        "25 to 80 % leaves room for control in both directions"});
  }
}

/// Checks for a dead band: a polynomial that is negative at the lowest command, where thrust is
/// clamped to 0.
void check_dead_band(const MultirotorModel& model, PlausibilityWarnings& warnings) {
  const Rotor& rotor = model.vehicle().rotors.front();
  const auto* law = std::get_if<PolynomialRotor>(&*rotor.law);
  if (law == nullptr) return;
  const double u = model.lowest_commands()[0];
  const double raw =
      ((law->thrust_3_n * u + law->thrust_2_n) * u + law->thrust_1_n) * u + law->thrust_0_n;
  if (raw >= 0) return;
  warnings.push_back(
      {fmt::format("the thrust polynomial is {:.3g} N at the lowest command", raw),
       "a rotor at rest gives no thrust: the thrust is clamped to 0 there, and the fit is "
       "wrong nearby"});
}

/// Checks drag torque over thrust in hover [m]. A propeller of diameter D has about 0.003 to 0.05
/// at D = 0.25 m, proportional to D.
void check_torque_over_thrust(const MultirotorModel& model,
                              const std::optional<MultirotorTrim>& hover,
                              PlausibilityWarnings& warnings) {
  if (!hover) return;
  const auto state =
      model.settled(hover->commands, hover->roll_rad, hover->pitch_rad, Eigen::Vector3d::Zero());
  const Load<double> load = model.load(0, state, hover->commands);
  const std::optional<double> radius_m = rotor_radius_m(model.vehicle().rotors.front());
  const double scale = radius_m ? *radius_m / 0.125 : 1.0;
  const double ratio = load.torque / load.thrust;
  if (ratio >= 0.003 * scale && ratio <= 0.05 * scale) return;
  warnings.push_back({fmt::format("the torque-to-thrust ratio of a rotor is {:.3g} m", ratio),
                      fmt::format("propellers have {:.2g} to {:.2g} m{}", 0.003 * scale,
                                  0.05 * scale, radius_m ? "" : " at a diameter of 0.25 m")});
}

void check_propellers(const MultirotorModel& model, PlausibilityWarnings& warnings) {
  const auto& rotors = model.vehicle().rotors;
  const Eigen::VectorXd highest = model.highest_commands();
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    const std::optional<double> radius_m = rotor_radius_m(rotors[i]);
    if (!radius_m || !takes_speed(*rotors[i].law)) continue;
    check_blade_tips(fmt::format("rotor {}", i), *radius_m, highest[i], warnings);
  }
}

/// Checks that controllers, which take the command of an electric motor for its speed, are about
/// right at full duty.
void check_full_duty(const MultirotorModel& model, PlausibilityWarnings& warnings) {
  if (!model.is_electric()) return;
  const Eigen::VectorXd highest = model.highest_commands();
  const double speed = model.settled(highest, 0, 0, Eigen::Vector3d::Zero()).actuator(0);
  if (speed > 0.8 * highest[0] && speed < 1.25 * highest[0]) return;
  warnings.push_back({fmt::format("rotor 0 turns at {:.4g} rad/s at full duty, and its motor has "
                                  "max = {:.4g}",
                                  speed, highest[0]),
                      "controllers take the command for the speed: choose max near that speed"});
}

/// Time constant [s] of the fastest motor.
double fastest_motor_s(const Multirotor& vehicle) {
  double fastest = std::numeric_limits<double>::infinity();
  for (const Rotor& rotor : vehicle.rotors) {
    fastest = std::min(fastest,
                       stability_time_constant_s(*rotor.motor, integrator_number<Rk4Integrator>));
  }
  return fastest;
}

}  // namespace

PlausibilityWarnings plausibility_warnings(const MultirotorModel& model,
                                           const std::optional<MultirotorTrim>& hover,
                                           std::optional<double> step_s) {
  PlausibilityWarnings warnings;
  check_inertia(model.vehicle().inertia_kg_m2, warnings);
  check_thrust_range(model, hover, warnings);
  check_dead_band(model, warnings);
  check_torque_over_thrust(model, hover, warnings);
  check_propellers(model, warnings);
  check_full_duty(model, warnings);
  check_step(step_s, fastest_motor_s(model.vehicle()), "a motor's time constant", warnings);
  return warnings;
}

}  // namespace montecopter
