#include "vehicle/containment/operation_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "dynamics/events/event.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {
namespace {

struct Flown {
  double height_m = 0, speed_m_s = 0;  ///< largest ones; the speed is horizontal
};

Flown flown_by(const Scenario& scenario, double length_s) {
  const auto& start = scenario.simulation.initial;
  if (!scenario.trajectory)
    return {-start.position_m[2], std::hypot(start.velocity_m_s[0], start.velocity_m_s[1])};
  Flown flown;
  for (const auto& point : points_along(*scenario.trajectory, length_s, 2000)) {
    flown.height_m = std::max(flown.height_m, -point.position.z);
    flown.speed_m_s = std::max(flown.speed_m_s, std::hypot(point.velocity.x, point.velocity.y));
  }
  return flown;
}

void compare(std::vector<Problem>& warnings, const char* option, const char* unit, double flown,
             double stated) {
  constexpr double rounding = 1e-9;
  const bool is_below = flown < 0.9 * stated;
  if (!is_below && flown <= stated * (1 + rounding)) return;
  warnings.push_back(
      {.where = option,
       .what = fmt::format("the scenario flies at {:.4g} {} at most, not at {:.4g} {}", flown, unit,
                           stated, unit),
       .why = is_below ? "lower or slower flights come down nearer"
                       : "the formulae are for lower or slower flights",
       .suggestion = "Give the number that the scenario flies, or fly the operation",
       .is_warning = true});
}

}  // namespace

std::vector<Problem> operation_warnings(const Scenario& scenario, const SoraOperation& operation,
                                        double length_s) {
  const Flown flown = flown_by(scenario, length_s);
  std::vector<Problem> warnings;
  compare(warnings, "--height", "m", flown.height_m, operation.height_m);
  compare(warnings, "--speed", "m/s", flown.speed_m_s, operation.speed_m_s);
  if (operation.has_parachute && operation.wind_m_s == 0) {
    warnings.push_back({.where = "--wind",
                        .what = "the buffer by formula is ballistic, but a parachute opens",
                        .why = "the formula of parachutes needs a wind",
                        .suggestion = "Give the largest wind, for example --wind 10",
                        .is_warning = true});
  }
  return warnings;
}

bool has_parachute(const Scenario& scenario) {
  return std::any_of(scenario.event.begin(), scenario.event.end(),
                     [](const Event& event) { return std::holds_alternative<Parachute>(event); });
}

double take_off_mass_kg(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return vehicle.mass_kg; }, *scenario.vehicle);
}

}  // namespace montecopter
