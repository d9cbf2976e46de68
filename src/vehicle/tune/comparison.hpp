#pragma once
/// Figures to compare gains: margins, bandwidth, and the tilt of the vehicle after a disturbance.

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/vehicles/multirotor.hpp"
#include "vehicle/stability/disturbance.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {

/// Steps of moment and wind that act on a vehicle.
struct Disturbances {
  Eigen::MatrixXd moment_pushes, moments;  ///< of 1 N m; moments: [axis][case] in N m
  Eigen::MatrixXd wind_pushes;
  bool is_lost_rotor = true;  ///< false: the moment was given

  static constexpr double wind_m_s = 3;

  /// Makes the steps; `moment_n_m`: about the body axes x and y, one after the other. nullopt: for
  /// each rotor the moment that begins to act when it fails.
  Disturbances(const Multirotor& vehicle, const CalmAir& air, const CommandedModel& hover,
               std::optional<double> moment_n_m);
};

/// Largest tilt after the moments, and the moment that causes it.
struct Peak {
  double rad = 0, moment_n_m = 0;

  double deg() const;
  double stiffness_n_m_rad() const { return moment_n_m / rad; }
};
Peak peak_after_moments(const Disturbances& all, const HoverLoop& hover, const LoopModel& loop,
                        Eigen::Index instants = 100);

/// Figures of gains. All are NaN if the loop is unstable.
struct GainQuality {
  std::string gains;  ///< "proposed", "of the scenario", "PX4's defaults"
  bool is_stable = false;
  double phase_deg = nan, gain_db = nan;  ///< smallest of all commanded axes
  double bandwidth_rad_s = nan;           ///< smaller one of roll and pitch
  Peak peak = {nan, nan};
  double wind_peak_deg = nan;

  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
};
GainQuality quality_of(const std::string& gains, const Disturbances& disturbances,
                       const HoverLoop& hover);

/// Smaller bandwidth of roll and pitch [rad/s]. NaN: there is none.
double bandwidth_of(const std::vector<BrokenLoop>& axes);

}  // namespace montecopter
