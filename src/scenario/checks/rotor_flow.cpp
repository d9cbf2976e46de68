/// Keys of a multirotor for the ground effect, the interference of rotors, and their radii.

#include <fmt/format.h>

#include "dynamics/environment/environment.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/multirotor_terms.hpp"
#include "dynamics/vehicles/rotor_flow.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

std::string radius_path(std::size_t rotor) {
  return "vehicle.rotors." + std::to_string(rotor) + ".radius_m";
}

/// The key that needs radii, or nullptr.
const char* flow_key(const MultirotorTerms& terms) {
  if (terms.ground_effect != GroundEffect::none) return "vehicle.ground_effect";
  return terms.interference ? "vehicle.rotor_interference" : nullptr;
}

void check_radii(const Multirotor& vehicle, const char* key, Report& report) {
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    const Rotor& rotor = vehicle.rotors[i];
    const bool law_has_it = rotor_radius_m(rotor) != rotor.radius_m;
    if (rotor.radius_m && law_has_it) {
      report.error(radius_path(i), fmt::format("'{}' is given", radius_path(i)),
                   "the rotor law has the size of the propeller", "Remove it");
    } else if (key != nullptr && !rotor_radius_m(rotor)) {
      report.error(key, fmt::format("'{}' needs the radius of rotor {}", key, i),
                   "the effect depends on the discs of the rotors",
                   "Give vehicle.rotor.radius_m for all rotors alike");
      return;
    }
  }
}

void check_loads(const Multirotor& vehicle, const char* key, Report& report) {
  const bool lags_load =
      std::visit([](const auto& m) { return m.lags_load; }, *vehicle.rotors.front().motor);
  if (!lags_load) return;
  if (std::holds_alternative<BladeElementRotor>(*vehicle.rotors.front().law)) {
    report.error(
        "vehicle.rotors", "the rotor law blade_element is given for motors of type load_lag",
        "their thrust and torque are states and follow no flow", "Use another motor or law");
  } else if (key != nullptr) {
    report.error(key, fmt::format("'{}' is given for motors of type load_lag", key),
                 "their thrust and torque are states and follow no flow",
                 "Use another motor, or remove it");
  }
}

}  // namespace

void check_rotor_flow(const Multirotor& vehicle, Report& report) {
  if (!report.clean("vehicle.ground_effect") || !report.clean("vehicle.rotor_interference") ||
      !report.clean("vehicle.rotors") || vehicle.rotors.empty()) {
    return;
  }
  const MultirotorTerms terms = terms_of(vehicle);
  const char* key = flow_key(terms);
  check_radii(vehicle, key, report);
  check_loads(vehicle, key, report);
  if (key == nullptr) return;
  if (terms.interference && overlapping_rotors(vehicle).size() >= most_wakes) {
    report.error("vehicle.rotor_interference",
                 fmt::format("{} or more pairs of rotors overlap", most_wakes),
                 "so many are not followed", "Check radii and positions of the rotors");
  }
}

void check_ground_effect(const Scenario& scenario, Report& report) {
  const auto* vehicle = std::get_if<Multirotor>(&*scenario.vehicle);
  const std::string path = "vehicle.ground_effect";
  if (vehicle == nullptr || !report.clean(path)) return;
  const bool has_ground = !std::holds_alternative<NoGround>(scenario.environment->ground);
  if (vehicle->ground_effect == "none" || has_ground) return;
  report.error(path, fmt::format("'{}' is given without a ground", path),
               "its height is that over environment.ground",
               "Give [environment.ground] a type, e.g. \"spring_damper\" or \"sih2022\"");
}

}  // namespace montecopter
