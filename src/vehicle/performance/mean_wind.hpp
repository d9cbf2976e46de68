#pragma once
/// Mean wind of a scenario at one time and place, without random parts.

#include <Eigen/Core>
#include <vector>

#include "dynamics/winds/wind.hpp"

namespace montecopter {

struct MeanWind {
  Eigen::Vector3d velocity_m_s = Eigen::Vector3d::Zero();  ///< velocity of the air, NED
  Eigen::Matrix3d gradient_1_s = Eigen::Matrix3d::Zero();  ///< its derivative by the position, NED
  int turbulent = 0;  ///< turbulent winds, left out because their mean is 0
};

/// Sum of all winds at a time [s], a position [m] and the z of the ground [m], NED. The gradient is
/// a central difference; at a kink (a node of a grid, the roughness of a ground) it is the mean of
/// both sides.
MeanWind mean_wind(const std::vector<Wind>& winds, double time_s, const Eigen::Vector3d& position_m,
                   double ground_z_m);

}  // namespace montecopter
