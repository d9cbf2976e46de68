#pragma once
/// Legal but implausible numbers of a vehicle: one of these checks would have caught most wrong
/// published parameter sets. Checks for every kind of vehicle are here, those for one kind in
/// multirotor_plausibility.hpp and helicopter_plausibility.hpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/vehicles/rigid_body.hpp"

namespace montecopter {

/// An implausible number, and the reason.
struct PlausibilityWarning {
  std::string what, why;
};
using PlausibilityWarnings = std::vector<PlausibilityWarning>;

/// Warns of a flat body.
void check_inertia(const Inertia& inertia, PlausibilityWarnings& warnings);

/// Warns if the step of a scenario, if there is one, is too long for this time constant.
void check_step(std::optional<double> step_s, double time_constant_s, std::string_view whose,
                PlausibilityWarnings& warnings);

/// Warns of blade tips faster than the speeds at which coefficients are measured.
void check_blade_tips(const std::string& rotor, double radius_m, double speed_rad_s,
                      PlausibilityWarnings& warnings);

}  // namespace montecopter
