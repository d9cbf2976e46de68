#pragma once
/// Range of flow and air in which a rotor law is known: measured, or derived without contradiction.
/// Outside it the law goes on with numbers that nobody has measured. A law with a range of its own
/// has a member `KnownRange known_range() const`; known_range() (vehicles/rotor_validity.hpp) has
/// the ranges of all others.

#include <limits>
#include <optional>

namespace montecopter {

/// Density of the standard atmosphere at sea level, in which laws without a density are taken
/// [kg/m3].
inline constexpr double sea_level_density_kg_m3 = 1.225;

struct KnownRange {
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  /// Axial flow as advance ratio J = V / (n D), climb positive.
  double lowest_advance_ratio = -unlimited, highest_advance_ratio = unlimited;
  /// Axial and edgewise flow over the induced velocity in hover.
  double highest_axial_inflow = unlimited, highest_edgewise_inflow = unlimited;
  /// Edgewise flow as advance ratio mu = V / (omega R).
  double highest_edgewise_ratio = unlimited;
  bool knows_vortex_ring = false;  ///< the law covers descent in the rotor's own wake
  double highest_tip_mach = 0.7;
  /// Reynolds number at 0.75 of the radius, and the chord there [m]; no chord: not known.
  double lowest_reynolds = 0, highest_reynolds = unlimited;
  std::optional<double> chord_m = {};
  bool has_reynolds_limits() const { return lowest_reynolds > 0 || highest_reynolds < unlimited; }
  /// Density [kg/m3] to which thrust and torque belong; none: they are proportional to it.
  std::optional<double> density_kg_m3 = {};
};

/// Range of a law whose thrust depends on the rotor's speed alone: it was measured in hover. Half
/// of 82 propellers of the UIUC database lose 10 % of their static thrust at an axial flow of a
/// third of the induced velocity in hover or less. Then the flow through the disc has changed by
/// 0.18 of it, as it has by Glauert's theory in edgewise flow at 0.9 of it.
inline constexpr KnownRange hover_range = {.highest_axial_inflow = 1.0 / 3,
                                           .highest_edgewise_inflow = 0.9,
                                           .density_kg_m3 = sea_level_density_kg_m3};

/// Edgewise advance ratio up to which coefficients measured along the axis are taken as known: the
/// dynamic pressure at the blades, 1 + 3/2 mu^2, then changes by 10 %.
inline constexpr double edgewise_ratio_of_axial_tables = 0.26;

}  // namespace montecopter
