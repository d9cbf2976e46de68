#pragma once
/// Numbers of a vehicle that are legal but unlikely: most published parameter sets that went wrong
/// would have been caught by one of these.

#include <optional>
#include <string>
#include <vector>

#include "analyse/trim.hpp"

namespace montecopter {

/// What is unlikely, and why it is looked at.
struct Doubt {
  std::string what, why;
};

/// `hover` is the vehicle's trim, if it can hover; `step_s` the step of its scenario, if it has
/// one.
std::vector<Doubt> find_doubts(const VehicleModel& model, const std::optional<Trim>& hover,
                               std::optional<double> step_s);

}  // namespace montecopter
