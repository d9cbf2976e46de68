#pragma once
/// What gains are worth, in numbers that can be put beside those of other gains: margins,
/// bandwidth, and how far the vehicle tilts when something pushes it.

#include <Eigen/Core>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/vehicles/multirotor.hpp"
#include "vehicle/stability/disturbance.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {

/// Steps of moment and of wind that a vehicle is exposed to.
struct Disturbances {
  Eigen::MatrixXd moment_pushes, moments;  ///< of 1 N m; [axis][case] in N m
  Eigen::MatrixXd wind_pushes;
  bool is_lost_rotor = true;  ///< else the moment was given

  static constexpr double wind_m_s = 3;

  /// `moment_n_m`: about the body axes x and y, one after the other. nullopt: for each rotor what
  /// begins to act when it is lost.
  Disturbances(const Multirotor& vehicle, const CalmAir& air, const CommandedModel& hover,
               std::optional<double> moment_n_m);
};

/// The largest tilt after the moments, and the moment after which it comes.
struct Peak {
  double rad = 0, moment_n_m = 0;

  double deg() const;
  double stiffness_n_m_rad() const { return moment_n_m / rad; }
};
Peak peak_after_moments(const Disturbances& all, const HoverLoop& hover, const LoopModel& loop,
                        Eigen::Index instants = 100);

/// Gains in numbers. All are NaN if the loop is unstable.
struct GainQuality {
  std::string gains;  ///< "proposed", "of the scenario", "PX4's defaults"
  bool is_stable = false;
  double phase_deg = nan, gain_db = nan;  ///< the least of all commanded axes
  double bandwidth_rad_s = nan;           ///< the lower one of roll and pitch
  Peak peak = {nan, nan};
  double wind_peak_deg = nan;

  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
};
GainQuality quality_of(const std::string& gains, const Disturbances& disturbances,
                       const HoverLoop& hover);

/// The lower bandwidth of roll and pitch [rad/s]. NaN: there is none.
double bandwidth_of(const std::vector<BrokenLoop>& axes);

}  // namespace montecopter
