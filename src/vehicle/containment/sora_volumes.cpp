#include "vehicle/containment/sora_volumes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/degrees.hpp"

namespace montecopter {
namespace {

/// A row of the table of PDRA-S01, as tests/reference/containment quotes it.
struct PdraRow {
  double height_m;          ///< largest
  double light_m, heavy_m;  ///< below 10 kg, and from 10 kg on
};
constexpr PdraRow pdra_rows[] = {
    {30, 10, 20}, {60, 15, 30}, {90, 20, 45}, {120, 25, 60}, {150, 30, 75}};

double pdra_buffer(double height_m, double mass_kg) {
  for (const PdraRow& row : pdra_rows) {
    if (mass_kg > 0 && height_m <= row.height_m) return mass_kg < 10 ? row.light_m : row.heavy_m;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

SoraVolumes sora_volumes(const SoraOperation& o) {
  SoraVolumes v{};
  const double v0 = o.speed_m_s, g = o.gravity_m_s2;
  v.reaction = v0 * o.reaction_s;
  v.stop = v0 * v0 / (2 * g * std::tan(o.pitch_deg * rad_per_deg));
  v.contingency = o.gnss_error_m + o.position_error_m + o.map_error_m + v.reaction + v.stop;
  v.climb_stop = v0 * v0 / (2 * g);
  v.contingency_height =
      o.height_m + o.altitude_error_m + o.climb_m_s * o.reaction_s + v.climb_stop;
  v.ballistic = v0 * std::sqrt(2 * v.contingency_height / g) + o.dimension_m / 2;
  v.one_to_one = v.contingency_height + o.dimension_m / 2;
  v.parachute =
      v0 * o.parachute_opening_s + o.wind_m_s * v.contingency_height / o.parachute_sink_m_s;
  v.buffer = o.has_parachute && o.wind_m_s > 0 ? v.parachute : std::min(v.ballistic, v.one_to_one);
  v.adjacent = std::clamp(180 * v0, 5000.0, 35000.0);  // three minutes at v0
  v.pdra_s01 = pdra_buffer(o.height_m, o.mass_kg);
  return v;
}

}  // namespace montecopter
