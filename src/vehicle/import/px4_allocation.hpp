#pragma once
/// Effect of PX4's normalised torque. PX4 inverts the effectiveness matrix of the rotors and scales
/// the columns of the inverse, so that a torque of 1 moves the motors by about their full range.
/// Source: PX4/PX4-Autopilot, src/lib/control_allocation, ControlAllocationPseudoInverse
/// (updateControlAllocationMatrixScale); docs/import.md.

#include <Eigen/Core>
#include <optional>
#include <string_view>
#include <vector>

namespace montecopter {

/// A rotor as in PX4's allocation, FRD.
struct Px4Rotor {
  Eigen::Vector3d position_m = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = {0, 0, -1};  ///< direction of its thrust; of length 1
  double thrust_coefficient = 0;      ///< CA_ROTORn_CT: proportional to its maximum thrust
  double moment_ratio_m = 0;          ///< CA_ROTORn_KM: torque per thrust, positive: CCW from above
};

/// Effect per unit of thrust coefficient: of a normalised torque of 1 about each body axis [m], and
/// of a normalised thrust of 1 along body up [1].
struct Px4Scale {
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  double thrust = 0;
};

/// Returns nullopt and the name of the axis ("roll", "pitch", "yaw", "thrust") that the rotors
/// cannot control.
std::optional<Px4Scale> px4_scale(const std::vector<Px4Rotor>& rotors, std::string_view& missing);

}  // namespace montecopter
