#pragma once
/// What a normalised torque of PX4 amounts to. Its control allocation inverts the effectiveness
/// matrix of the rotors and scales the columns of the inverse, so that a torque of 1 moves the
/// motors by about the whole of their range. Source: PX4/PX4-Autopilot, src/lib/control_allocation,
/// ControlAllocationPseudoInverse (updateControlAllocationMatrixScale); docs/import.md.

#include <Eigen/Core>
#include <optional>
#include <string_view>
#include <vector>

namespace montecopter {

/// A rotor as PX4's allocation knows it, FRD.
struct Px4Rotor {
  Eigen::Vector3d position_m = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = {0, 0, -1};  ///< of its thrust; of length 1
  double thrust_coefficient = 0;      ///< CA_ROTORn_CT: in proportion to its greatest thrust
  double moment_ratio_m = 0;          ///< CA_ROTORn_KM: torque per thrust, positive: CCW from above
};

/// Per unit of thrust coefficient: what a normalised torque of 1 about each body axis [m], and a
/// normalised thrust of 1 along body up [1], amount to.
struct Px4Scale {
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  double thrust = 0;
};

/// nullopt and the name of the axis ("roll", "pitch", "yaw", "thrust") about which the rotors
/// cannot push.
std::optional<Px4Scale> px4_scale(const std::vector<Px4Rotor>& rotors, std::string_view& missing);

}  // namespace montecopter
