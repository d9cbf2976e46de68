#include "dynamics/vehicles/rotor_validity.hpp"

#include <cmath>

#include "core/numerics/angles.hpp"
#include "dynamics/environment/air.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"
#include "dynamics/vehicles/rotor_flow.hpp"

namespace montecopter {
namespace {

/// Difference of densities from which on a law without density is wrong by as much [1].
constexpr double known_density_ratio = 0.1;

bool is_other_density(const KnownRange& range, double density_kg_m3) {
  return range.density_kg_m3 &&
         std::fabs(density_kg_m3 / *range.density_kg_m3 - 1) > known_density_ratio;
}

/// Limits that depend on the speed of the blades.
void add_blade_limits(const KnownRotor& rotor, const RotorFlight& flight, const AirAround& air,
                      RotorLimits& limits) {
  const KnownRange& range = rotor.range;
  const double tip = std::fabs(flight.speed_rad_s) * *rotor.radius_m;
  if (!rotor.has_speed || !(tip > 0)) return;
  const double advance = 0.5 * rad_per_turn * flight.axial_m_s / tip;
  limits.add(RotorLimit::axial_flow,
             advance < range.lowest_advance_ratio || advance > range.highest_advance_ratio);
  limits.add(RotorLimit::edgewise_flow, flight.edgewise_m_s > range.highest_edgewise_ratio * tip);
  limits.add(RotorLimit::tip_mach, tip + flight.edgewise_m_s >
                                       range.highest_tip_mach * speed_of_sound(air.temperature_k));
  if (!range.chord_m) return;
  const double reynolds =
      air.density_kg_m3 * 0.75 * tip * *range.chord_m / dynamic_viscosity(air.temperature_k);
  limits.add(RotorLimit::reynolds_number,
             reynolds < range.lowest_reynolds || reynolds > range.highest_reynolds);
}

}  // namespace

KnownRange known_range(const RotorLaw& law) {
  return std::visit(
      []<class Law>(const Law& one) -> KnownRange {
        if constexpr (requires { one.known_range(); }) {
          return one.known_range();
        } else if constexpr (requires { one.advance_ratio.front(); }) {
          return {.lowest_advance_ratio = one.advance_ratio.front(),
                  .highest_advance_ratio = one.advance_ratio.back(),
                  .highest_edgewise_ratio = edgewise_ratio_of_axial_tables};
        } else {
          KnownRange range = hover_range;
          if (one.measured_density_kg_m3) range.density_kg_m3.reset();  // loads follow the density
          return range;
        }
      },
      law);
}

std::span<const RotorLimitRow> limits_of(const Multirotor& vehicle) {
  const std::span all(rotor_limit_rows);
  return has_surface_range(vehicle) ? all : all.first(all.size() - 1);
}

std::vector<KnownRotor> known_rotors(const Multirotor& vehicle) {
  // A surface in place of the loads of the laws has its own ranges.
  const KnownRange of_surface = {.knows_vortex_ring = true,
                                 .highest_tip_mach = KnownRange::unlimited,
                                 .density_kg_m3 = sea_level_density_kg_m3};
  const bool has_own = surface_form(vehicle).replaces_rotors;
  std::vector<KnownRotor> rotors;
  for (const Rotor& rotor : vehicle.rotors) {
    rotors.push_back({has_own ? of_surface : known_range(*rotor.law), rotor_radius_m(rotor),
                      takes_speed(*rotor.law), vehicle.ground_effect != "none"});
  }
  return rotors;
}

RotorLimits exceeded_limits(const KnownRotor& rotor, const RotorFlight& flight,
                            const AirAround& air) {
  RotorLimits limits;
  limits.add(RotorLimit::density, is_other_density(rotor.range, air.density_kg_m3));
  if (!rotor.radius_m) return limits;
  const double radius = *rotor.radius_m;
  const double known_height = rotor.has_ground_effect ? lowest_known_height : ground_effect_height;
  limits.add(RotorLimit::near_ground, flight.height_m < known_height * radius);
  add_blade_limits(rotor, flight, air, limits);
  if (!(flight.thrust_n > 0)) return limits;
  const double hover =
      std::sqrt(flight.thrust_n / (rad_per_turn * air.density_kg_m3 * radius * radius));
  const KnownRange& range = rotor.range;
  limits.add(RotorLimit::axial_flow,
             std::fabs(flight.axial_m_s) > range.highest_axial_inflow * hover);
  limits.add(RotorLimit::edgewise_flow,
             flight.edgewise_m_s > range.highest_edgewise_inflow * hover);
  limits.add(RotorLimit::vortex_ring,
             !range.knows_vortex_ring &&
                 vortex_ring(flight.axial_m_s, flight.edgewise_m_s * flight.edgewise_m_s,
                             hover * hover) != 0);
  return limits;
}

RotorLimits unmonitored_limits(const KnownRotor& rotor) {
  RotorLimits limits;
  const bool no_radius = !rotor.radius_m, no_speed = no_radius || !rotor.has_speed;
  for (const RotorLimit limit : {RotorLimit::axial_flow, RotorLimit::edgewise_flow,
                                 RotorLimit::vortex_ring, RotorLimit::near_ground}) {
    limits.add(limit, no_radius);
  }
  limits.add(RotorLimit::tip_mach, no_speed);
  limits.add(RotorLimit::reynolds_number,
             no_speed || !rotor.range.chord_m || !rotor.range.has_reynolds_limits());
  return limits;
}

std::vector<OverlappingRotors> overlapping_rotors(const Multirotor& vehicle) {
  struct Disc {
    Vec3<double> hub, axis;
    double radius;
  };
  std::vector<Disc> discs;
  // Rotors without a radius overlap where they share an axis, to a millimetre.
  constexpr double unknown_radius_m = 1e-3;
  for (const Rotor& rotor : vehicle.rotors) {
    const auto &r = rotor.position_m, &n = rotor.axis;
    const double length = std::hypot(n[0], n[1], n[2]);
    discs.push_back({{r[0], r[1], r[2]},
                     {n[0] / length, n[1] / length, n[2] / length},
                     rotor_radius_m(rotor).value_or(unknown_radius_m)});
  }
  std::vector<OverlappingRotors> found;
  Wakes<double> wakes;
  wakes.find(discs, static_cast<int>(discs.size()));
  for (int k = 0; k < wakes.count; ++k) {
    const Wake<double>& wake = wakes.at[k];
    const Vec3<double> apart = discs[wake.lower].hub - discs[wake.upper].hub;
    const double along = dot(discs[wake.upper].axis, apart);
    const double across2 = dot(apart, apart) - along * along;
    found.push_back({wake.upper, wake.lower, across2 <= unknown_radius_m * unknown_radius_m});
  }
  return found;
}

}  // namespace montecopter
