#pragma once
/// The limits of the motors of a scenario, for the log of one of its samples.

#include <optional>
#include <vector>

namespace montecopter {

struct Scenario;

/// Limits of the command of one motor, in the command's unit.
struct MotorRange {
  double min = 0, max = 0;
};

/// Limits of each motor's command, in the command's unit; empty for a helicopter. nullopt if a
/// dispersion or a sweep changes a limit, because the samples then differ.
std::optional<std::vector<MotorRange>> common_motor_ranges(const Scenario& scenario);

}  // namespace montecopter
