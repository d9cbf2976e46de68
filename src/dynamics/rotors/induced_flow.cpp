#include "dynamics/rotors/induced_flow.hpp"

#include "core/numerics/scalar.hpp"

namespace montecopter {
namespace {

constexpr double per_factor = 1.0 / inflow_factor;

// Fitted to the odd runs of NACA TN 2474, table I (docs/engineering/rotor-law.md).
constexpr double least_at = -0.6, least = 0.16;           ///< of q: the vortex ring state
constexpr double slope_above = 0.75, slope_below = 0.42;  ///< of q, on both sides
constexpr double steep_width = 7.4;  ///< from there down to where q falls as in momentum theory

/// Between the vortex ring state and hover: a cubic that joins momentum theory smoothly.
double towards_hover(double t) {
  constexpr double width = -least_at, hover = per_factor * per_factor;
  const double u = (t - least_at) / width, u2 = u * u, u3 = u2 * u;
  const double rise = 3 * u2 - 2 * u3;
  return least + rise * (hover - least) +
         width * ((u3 - 2 * u2 + u) * slope_above + (u3 - u2) * per_factor);
}

double towards_windmill(double t) {
  const double below = least_at - t, bent = min(below, steep_width);
  const double bend = (per_factor - slope_below) / (2 * steep_width);
  return least + slope_below * bent + bend * (bent * bent) + per_factor * (below - bent);
}

}  // namespace

double axial_mass_flow(double t) {
  if (t >= 0) return (t + per_factor) * per_factor;
  return t >= least_at ? towards_hover(t) : towards_windmill(t);
}

double mass_flow(double induced, double axial, double edgewise_squared) {
  const double size = abs(induced);
  constexpr double tiny = 1e-12;
  double m = per_factor * abs(axial);
  if (size > tiny) m = size * axial_mass_flow(axial / induced);
  return sqrt(m * m + edgewise_squared);
}

double induced_velocity_ratio(double axial) {
  // v m(v) = 1 grows with v.
  double low = 0, high = 4 + abs(axial);
  for (int round = 0; round < 60; ++round) {
    const double middle = 0.5 * (low + high);
    (middle * mass_flow(middle, axial, 0) < 1 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace montecopter
