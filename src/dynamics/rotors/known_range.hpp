#pragma once
/// Range of flow and air in which a rotor law is known: measured, or derived without contradiction.
/// Outside it the law goes on with numbers that nobody has measured. A law with a range of its own
/// has a member `KnownRange known_range() const`; known_range() (vehicles/rotor_validity.hpp) has
/// the ranges of all others.

#include <limits>
#include <optional>

#include "core/numerics/scalar.hpp"

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

/// 1 in the vortex ring state, else 0. The region is an ellipse, in units of the induced velocity
/// in hover: descent from 0.45 to 1.5, edgewise speed up to 0.95 (W. Johnson, NASA/TP-2005-213477,
/// 2005). `axial` is the velocity through the air, climb positive, `edgewise2` the square of that
/// along the disc, `hover2` of the induced velocity in hover.
template <class S>
S vortex_ring(const S& axial, const S& edgewise2, const S& hover2) {
  constexpr double enters = -0.45, leaves = -1.5, widest = 0.95;
  constexpr double middle = 0.5 * (enters + leaves), half = 0.5 * (enters - leaves);
  const S zero(0.0), hover = sqrt(max(hover2, zero));
  const S along = S(1.0 / half) * fnma(S(middle), hover, axial);
  const S outward2 = fma(along, along, S(1.0 / (widest * widest)) * edgewise2);
  return select(outward2 < hover2, S(1.0), zero);
}

}  // namespace montecopter
