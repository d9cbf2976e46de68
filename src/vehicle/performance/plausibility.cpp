#include "vehicle/performance/plausibility.hpp"

#include <fmt/format.h>

#include "dynamics/environment/air.hpp"
#include "dynamics/vehicles/principal_moments.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {

void check_inertia(const Inertia& inertia, PlausibilityWarnings& warnings) {
  const auto m = principal_moments(effective_inertia(inertia));
  const double ratio = m[2] / (m[0] + m[1]);
  if (ratio < 0.98) return;
  warnings.push_back(
      {fmt::format("the largest moment of inertia is {:.3f} of the sum of the others", ratio),
       "1 is a flat plate without height; every vehicle has some height"});
}

void check_step(std::optional<double> step_s, double time_constant_s, std::string_view whose,
                PlausibilityWarnings& warnings) {
  if (!step_s || *step_s <= time_constant_s / 5) return;
  warnings.push_back({fmt::format("the step of {:.3g} s is {:.2g} times {}", *step_s,
                                  *step_s / time_constant_s, whose),
                      "explicit integrators need steps of at most a fifth of it"});
}

void check_blade_tips(const std::string& rotor, double radius_m, double speed_rad_s,
                      PlausibilityWarnings& warnings) {
  constexpr double sea_level_k = 288.15;  // of the standard atmosphere
  const double mach = radius_m * speed_rad_s / speed_of_sound(sea_level_k);
  if (mach <= 0.7) return;
  warnings.push_back({fmt::format("the blade tips of {} reach Mach {:.2f}", rotor, mach),
                      "coefficients measured at low speed apply up to about Mach 0.7"});
}

}  // namespace montecopter
