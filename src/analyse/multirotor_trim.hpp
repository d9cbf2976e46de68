#pragma once
/// Steady flight of a multirotor: the commands and the attitude at which nothing accelerates.

#include <Eigen/Dense>
#include <complex>
#include <optional>
#include <vector>

#include "analyse/linear_model.hpp"
#include "analyse/multirotor_model.hpp"

namespace montecopter {

struct MultirotorTrim {
  Eigen::VectorXd commands;
  double roll_rad = 0, pitch_rad = 0;
  Eigen::Vector3d velocity_m_s = Eigen::Vector3d::Zero();  ///< forward, right, down
  double residual = 0;  ///< largest acceleration left [m/s2, rad/s2]
};

/// Hover in still air: v' = 0 and omega' = 0, solved by Gauss-Newton over all commands, roll and
/// pitch; of many solutions the one nearest to equal commands. nullopt: there is none within the
/// limits of the commands.
std::optional<MultirotorTrim> hover(const MultirotorModel& model);

/// Steady flight at this velocity [m/s] in still air: forward and to the right of where the nose
/// points, horizontally, and down. As hover(), from which it is approached in small steps of the
/// velocity; of many solutions the one nearest to that of the step before.
std::optional<MultirotorTrim> steady_flight(const MultirotorModel& model,
                                            const Eigen::Vector3d& velocity_m_s);

/// Level flight northwards [m/s] with all commands at the same share of their range: the controls
/// take care of the moments. Only roll = 0. nullopt: the rotors are not strong enough.
std::optional<MultirotorTrim> level_flight(const MultirotorModel& model, double speed_m_s);

/// Fastest such flight below `limit_m_s`, to 1 mm/s; nullopt if it reaches the limit (no drag).
std::optional<double> top_speed(const MultirotorModel& model, double limit_m_s);

/// Largest thrust along body up with all commands at the same share of their range, over the
/// weight.
double thrust_to_weight(const MultirotorModel& model);

/// Eigenvalues [1/s] of the motion about a hover, as modes() has them.
std::vector<std::complex<double>> multirotor_modes(const MultirotorModel& model,
                                                   const MultirotorTrim& trim);

/// Small motions about a hover.
LinearModel linear_model(const MultirotorModel& model, const MultirotorTrim& trim);

}  // namespace montecopter
