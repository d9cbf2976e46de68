#include "vehicle/containment/ground_risk.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/numerics/degrees.hpp"

namespace montecopter {
namespace {

constexpr double annex_f_gravity_m_s2 = 9.81;

/// Fraction of the speed that an impact leaves: 0.8 at 10 degrees, 0.6 at 90, linear.
double restitution(double angle_deg) { return 0.8 - 0.2 * (angle_deg - 10) / 80; }

/// Length of the slide until the kinetic energy is no longer lethal.
double lethal_slide_m(const GroundImpact& impact) {
  const double speed =
      restitution(impact.angle_deg) * impact.speed_m_s * std::cos(impact.angle_deg * rad_per_deg);
  const double harmless2 = 2 * lethal_energy_j / impact.mass_kg;
  return std::max(0.0, speed * speed - harmless2) / (2 * slide_friction * annex_f_gravity_m_s2);
}

}  // namespace

CriticalArea critical_area(const GroundImpact& impact) {
  const double radius = person_radius_m + impact.dimension_m / 2;
  const double half_disc = std::numbers::pi * radius * radius / 2;
  const double glide = person_height_m / std::tan(impact.angle_deg * rad_per_deg);
  CriticalArea area = {2 * radius * glide + half_disc, 0};
  if (impact.dimension_m > 1) area.slide_m2 = 2 * radius * lethal_slide_m(impact) + half_disc;
  return area;
}

std::optional<std::size_t> risk_column(double dimension_m, double speed_m_s) {
  for (std::size_t k = 0; k < risk_columns.size(); ++k) {
    const RiskColumn& column = risk_columns[k];
    if (dimension_m <= column.dimension_m && speed_m_s <= column.speed_m_s) return k;
  }
  return std::nullopt;
}

}  // namespace montecopter
