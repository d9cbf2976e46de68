#pragma once
/// Numbers of a vehicle that are legal but implausible: most published parameter sets that went
/// wrong would have been caught by one of these. What is asked of every kind of vehicle is here,
/// what is asked of one kind in multirotor_plausibility.hpp and helicopter_plausibility.hpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/vehicles/rigid_body.hpp"

namespace montecopter {

/// What is implausible, and why.
struct PlausibilityWarning {
  std::string what, why;
};
using PlausibilityWarnings = std::vector<PlausibilityWarning>;

/// Is it flat?
void check_inertia(const Inertia& inertia, PlausibilityWarnings& warnings);

/// Is the step of a scenario, if there is one, accurate for a motion of this time constant?
void check_step(std::optional<double> step_s, double time_constant_s, std::string_view whose,
                PlausibilityWarnings& warnings);

/// Are blade tips within the speeds at which coefficients were measured?
void check_blade_tips(const std::string& rotor, double radius_m, double speed_rad_s,
                      PlausibilityWarnings& warnings);

}  // namespace montecopter
