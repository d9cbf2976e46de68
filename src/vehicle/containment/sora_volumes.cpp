#include "vehicle/containment/sora_volumes.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/degrees.hpp"

namespace montecopter {

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
  v.buffer = std::min(v.ballistic, v.one_to_one);
  v.parachute =
      v0 * o.parachute_opening_s + o.wind_m_s * v.contingency_height / o.parachute_sink_m_s;
  v.adjacent = std::clamp(180 * v0, 5000.0, 35000.0);  // three minutes at v0
  return v;
}

}  // namespace montecopter
