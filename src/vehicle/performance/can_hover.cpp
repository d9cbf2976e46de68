#include "vehicle/performance/can_hover.hpp"

#include <algorithm>
#include <vector>

#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/world.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/linear/control_authority.hpp"
#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/linear/multirotor_trim.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {
namespace {

bool has_hover(const Multirotor& vehicle, const CalmAir& air) {
  return hover(MultirotorModel(vehicle, air)).has_value();
}
bool has_hover(const Helicopter& vehicle, const CalmAir& air) {
  const double speed = vehicle.operating_points.first_hover.rotor_speed_rad_s;
  return helicopter_trim(vehicle, air, speed).has_value();
}

/// Remaining thrust of each rotor after events [1]. A stuck rotor does not control anything.
std::vector<double> effectiveness(const Scenario& scenario, std::size_t rotors) {
  std::vector<double> left(rotors, 1.0);
  for (const Event& event : scenario.event) {
    std::visit(
        [&]<class E>(const E& e) {
          if constexpr (WeakensRotor<E> || HoldsRotor<E>) {
            double remains = 0;
            if constexpr (WeakensRotor<E>) remains = E::effectiveness_of(e.fold(1.0));
            for (std::size_t k = 0; k < rotors; ++k) {
              if ((e.rotor_bits() >> k & 1u) != 0) left[k] = std::min(left[k], remains);
            }
          }
        },
        event);
  }
  return left;
}

}  // namespace

std::optional<CalmAir> air_at_start(const Scenario& scenario) {
  const World<double> world{models_of(*scenario.environment),
                            fold_world(*scenario.environment, {0, 0, 0})};
  const double z_m = scenario.simulation.initial.position_m[2];
  const CalmAir air{world.gravity(z_m), world.air(z_m).density_kg_m3, world.air(z_m).temperature_k};
  if (!(air.gravity_m_s2 > 0)) return std::nullopt;
  return air;
}

bool can_hover(const Scenario& scenario) {
  const std::optional<CalmAir> air = air_at_start(scenario);
  if (!air) return true;
  return std::visit([&](const auto& vehicle) { return has_hover(vehicle, *air); },
                    *scenario.vehicle);
}

bool can_hover_to_the_end(const Scenario& scenario) {
  if (!can_hover(scenario)) return false;
  const auto* vehicle = std::get_if<Multirotor>(&*scenario.vehicle);
  const std::optional<CalmAir> air = air_at_start(scenario);
  if (vehicle == nullptr || !air) return true;
  const std::vector<double> left = effectiveness(scenario, vehicle->rotors.size());
  if (std::all_of(left.begin(), left.end(), [](double e) { return e >= 1; })) return true;
  return control_authority(MultirotorModel(*vehicle, *air), left).heading_held.holds_hover();
}

}  // namespace montecopter
