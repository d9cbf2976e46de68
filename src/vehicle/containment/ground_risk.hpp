#pragma once
/// Ground risk of JARUS SORA 2.5: critical area of an impact (Annex F, appendix A) and the
/// intrinsic ground risk class (main body, table 2). Fuel is not modelled.

#include <array>
#include <optional>
#include <string_view>

namespace montecopter {

/// An impact of an aircraft on open, level ground.
struct GroundImpact {
  double dimension_m;  ///< characteristic dimension
  double mass_kg;
  double speed_m_s;  ///< along the velocity
  double angle_deg;  ///< below the horizontal, more than 0 and at most 90
};

/// Constants of Annex F.
inline constexpr double person_radius_m = 0.3, person_height_m = 1.8;
inline constexpr double slide_friction = 0.65, lethal_energy_j = 290;

struct CriticalArea {
  double glide_m2;  ///< swept at the height of a person before the impact
  double slide_m2;  ///< swept after it, until the energy is no longer lethal
  double total_m2() const { return glide_m2 + slide_m2; }
};

/// Aircraft of at most 1 m do not slide (Annex F, A.5). No obstacle reduces the area.
CriticalArea critical_area(const GroundImpact& impact);

/// A column of the table: the first one whose dimension and speed both suffice.
struct RiskColumn {
  double dimension_m, speed_m_s;  ///< largest ones
};
inline constexpr auto risk_columns =
    std::to_array<RiskColumn>({{1, 25}, {3, 35}, {8, 75}, {20, 120}, {40, 200}});

/// A row of the table. A class of 0 is outside SORA.
struct RiskRow {
  std::string_view where;
  double below_per_km2;  ///< population density; 0: controlled ground area
  std::array<int, risk_columns.size()> classes;
};
inline constexpr auto risk_rows = std::to_array<RiskRow>({
    {"controlled ground area", 0, {1, 1, 2, 3, 3}},
    {"below 5 people/km2", 5, {2, 3, 4, 5, 6}},
    {"below 50 people/km2", 50, {3, 4, 5, 6, 7}},
    {"below 500 people/km2", 500, {4, 5, 6, 7, 8}},
    {"below 5000 people/km2", 5000, {5, 6, 7, 8, 9}},
    {"below 50000 people/km2", 50000, {6, 7, 8, 9, 10}},
    {"50000 people/km2 and more", 1e9, {7, 8, 0, 0, 0}},
});

/// Place in risk_columns; none for an aircraft that is too large or too fast.
std::optional<std::size_t> risk_column(double dimension_m, double speed_m_s);

}  // namespace montecopter
