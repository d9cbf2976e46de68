#include "vehicle/tune/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"

namespace montecopter {
Disturbances::Disturbances(const Multirotor& vehicle, const CalmAir& air,
                           const CommandedModel& hover, std::optional<double> moment_n_m)
    : moment_pushes(push_of_moments(vehicle)),
      wind_pushes(push_of_winds(vehicle, air, hover, wind_m_s)),
      is_lost_rotor(!moment_n_m) {
  if (moment_n_m) {
    moments = *moment_n_m * Eigen::MatrixXd::Identity(2, 2);
  } else {
    moments = moments_of_lost_rotors(vehicle, air, hover);
  }
}

double Peak::deg() const { return deg_per_rad * rad; }

Peak peak_after_moments(const Disturbances& all, const HoverLoop& hover, const LoopModel& loop,
                        Eigen::Index instants) {
  const Eigen::VectorXd tilts =
      peak_tilts_rad(hover, loop, all.moment_pushes, all.moments, instants);
  Eigen::Index most = 0;
  tilts.maxCoeff(&most);
  return {tilts[most], all.moments.col(most).norm()};
}

double bandwidth_of(const std::vector<BrokenLoop>& axes) {
  double least = std::numeric_limits<double>::infinity();
  for (const BrokenLoop& axis : axes) {
    if (axis.name != "roll" && axis.name != "pitch") continue;
    const double own = axis.margins.bandwidth_rad_s;
    if (std::isnan(own)) return own;  // a minimum would depend on the order
    least = std::min(own, least);
  }
  return std::isfinite(least) ? least : GainQuality::nan;
}

GainQuality quality_of(const std::string& gains, const Disturbances& disturbances,
                       const HoverLoop& hover) {
  GainQuality quality;
  quality.gains = gains;
  const LoopModel loop = closed(hover), observed = without_unobservable_states(loop);
  quality.is_stable = observed.growth_1_s() <= least_growth_1_s;
  if (!quality.is_stable) return quality;
  const std::vector<BrokenLoop> axes = commanded_loops(hover, observed);
  quality.phase_deg = quality.gain_db = std::numeric_limits<double>::infinity();
  for (const BrokenLoop& axis : axes) {
    quality.phase_deg = std::min(quality.phase_deg, axis.margins.phase_deg.value);
    quality.gain_db = std::min(quality.gain_db, axis.margins.gain_db());
  }
  quality.bandwidth_rad_s = bandwidth_of(axes);
  quality.peak = peak_after_moments(disturbances, hover, loop);
  quality.wind_peak_deg = deg_per_rad * peak_tilts_rad(hover, loop, disturbances.wind_pushes,
                                                       Eigen::MatrixXd::Identity(2, 2))
                                            .maxCoeff();
  return quality;
}

}  // namespace montecopter
