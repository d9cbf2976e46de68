#include "vehicle/performance/helicopter_plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace montecopter {
namespace {

/// Checks the hover commands, servo by servo, as for a multirotor.
void check_fraction_of_range(const HelicopterReport& report, PlausibilityWarnings& warnings) {
  for (std::size_t i = 0; i < helicopter_controls.size(); ++i) {
    const double fraction = report.command_fraction[i];
    if (std::isnan(fraction) || (fraction >= 0.25 && fraction <= 0.8)) continue;
    warnings.push_back(
        {fmt::format("{} hovers at {:.0f} % of its range", helicopter_controls[i], 100 * fraction),
         "25 to 80 % leaves room for control in both directions"});
  }
}

/// Checks the figure of merit, which momentum theory bounds by 1. Full-size rotors have 0.7 to 0.8,
/// rotors with small blades less.
void check_hover_power(const HoverPower& power, PlausibilityWarnings& warnings) {
  if (power.figure_of_merit >= 0.25 && power.figure_of_merit <= 0.85) return;
  warnings.push_back(
      {fmt::format("the figure of merit of the main rotor is {:.3g}", power.figure_of_merit),
       "rotors have 0.25 to 0.85, and 1 is the limit: check roll_rad, which determines the "
       "torque"});
}

/// Checks the rotor speed: far from both operating points, the model is extrapolated.
void check_rotor_speed(const OperatingPoints& points, double speed_rad_s,
                       PlausibilityWarnings& warnings) {
  const double a = points.first_hover.rotor_speed_rad_s, b = points.second_hover.rotor_speed_rad_s;
  const double low = std::min(a, b), high = std::max(a, b);
  if (speed_rad_s >= 0.8 * low && speed_rad_s <= 1.2 * high) return;
  warnings.push_back(
      {fmt::format("hover at {:.4g} rad/s is far from the operating points", speed_rad_s),
       fmt::format("they are at {:.4g} and {:.4g} rad/s", a, b)});
}

}  // namespace

PlausibilityWarnings plausibility_warnings(const Helicopter& vehicle,
                                           const HelicopterReport& report,
                                           std::optional<double> step_s) {
  PlausibilityWarnings warnings;
  const double main_speed = report.rotor_speed_rad_s;
  check_inertia(vehicle.inertia_kg_m2, warnings);
  check_rotor_speed(vehicle.operating_points, main_speed, warnings);
  check_blade_tips("the main rotor", vehicle.main_rotor.outer_radius_m, main_speed, warnings);
  check_blade_tips("the tail rotor", vehicle.tail_rotor.outer_radius_m,
                   vehicle.tail_rotor.gear_ratio * main_speed, warnings);
  check_step(step_s, report.servo_time_constant_s, "the servos' time constant", warnings);
  if (report.flapping) {
    check_step(step_s, 1 / report.flapping->eigenvalue_1_s, "the response time of flapping",
               warnings);
  } else {
    check_step(step_s, 1 / report.nutation.closed_form_rad_s, "the nutation's time per radian",
               warnings);
  }
  if (report.hover) {
    check_fraction_of_range(report, warnings);
    check_hover_power(report.power, warnings);
  }
  return warnings;
}

}  // namespace montecopter
