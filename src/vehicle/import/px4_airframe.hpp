#pragma once
/// The vehicle that PX4's parameters describe.

#include <string>
#include <vector>

#include "vehicle/import/imported.hpp"
#include "vehicle/import/known_body.hpp"
#include "vehicle/import/px4_allocation.hpp"
#include "vehicle/import/px4_values.hpp"

namespace montecopter {

struct Px4Airframe {
  KnownBody body;
  std::vector<Px4Rotor> rotors;
  bool has_own_rotors = true;  ///< from the parameters; else from the vehicle file
  Px4Scale scale;
  double thrust_per_coefficient_n = 0;  ///< maximum thrust of a rotor divided by its coefficient
  double curve = 0;                     ///< THR_MDL_FAC
  double hover = 0;                     ///< MPC_THR_HOVER
  std::optional<double> linear_drag_n_s_m, linear_aero_moment_n_m_s;  ///< of SIH

  /// Angular acceleration for a normalised torque of 1 [rad/s2], FRD.
  Eigen::Vector3d authority() const;
  /// Acceleration for a normalised thrust of 1 [m/s2]: in hover MPC_THR_HOVER carries the weight.
  double lift_m_s2() const;
};

/// Returns nullopt if something is missing or wrong, which was reported.
std::optional<Px4Airframe> px4_airframe(const ImportRequest& request, Px4Values& values,
                                        LineProblems& problems, std::vector<std::string>& assumed);

/// Angular acceleration for a normalised torque of 1 [rad/s2], FRD, for a vehicle file. nullopt:
/// the rotors cannot control every axis.
std::optional<Eigen::Vector3d> px4_authority(const Multirotor& vehicle);

/// Keys of a vehicle file.
void write_airframe(const Px4Airframe& frame, const Px4Values& values, TomlLines& lines);

}  // namespace montecopter
