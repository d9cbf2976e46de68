#include "scenario/derived/motor_ranges.hpp"

#include <algorithm>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {
namespace {

std::vector<MotorRange> ranges_of(const Multirotor& vehicle) {
  std::vector<MotorRange> ranges;
  for (const auto& rotor : vehicle.rotors) {
    ranges.push_back(std::visit(
        [](const MotorLimits& motor) {
          return MotorRange{motor.min, motor.max};
        },
        *rotor.motor));
  }
  return ranges;
}
std::vector<MotorRange> ranges_of(const Helicopter&) { return {}; }

/// Whether every sample has the motor limits of the scenario.
bool has_same_motors(const Scenario& scenario) {
  const auto is_limit = [](const std::string& path) {
    return path.ends_with(".motor.min") || path.ends_with(".motor.max");
  };
  for (const auto& [path, distribution] : scenario.disperse) {
    if (is_limit(path)) return false;
  }
  // A sweep may also change the vehicle as a whole.
  return std::none_of(scenario.sweep.begin(), scenario.sweep.end(), [](const auto& axis) {
    return axis.first.starts_with("vehicle") || axis.first.find('.') == std::string::npos;
  });
}

}  // namespace

std::optional<std::vector<MotorRange>> common_motor_ranges(const Scenario& scenario) {
  if (!has_same_motors(scenario)) return std::nullopt;
  return std::visit([](const auto& vehicle) { return ranges_of(vehicle); }, *scenario.vehicle);
}

}  // namespace montecopter
