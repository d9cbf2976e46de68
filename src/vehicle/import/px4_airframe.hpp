#pragma once
/// The vehicle that PX4's parameters tell of.

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
  bool has_own_rotors = true;  ///< by the file; else those of the vehicle file
  Px4Scale scale;
  double thrust_per_coefficient_n = 0;  ///< greatest thrust of a rotor over its coefficient
  double curve = 0;                     ///< THR_MDL_FAC
  double hover = 0;                     ///< MPC_THR_HOVER
  std::optional<double> linear_drag_n_s_m, linear_aero_moment_n_m_s;  ///< of SIH

  /// Angular acceleration of a normalised torque of 1 [rad/s2], FRD.
  Eigen::Vector3d authority() const;
  /// Acceleration of a normalised thrust of 1 [m/s2]: in hover it takes MPC_THR_HOVER of it to
  /// carry the weight.
  double lift_m_s2() const;
};

/// nullopt: something is missing or wrong, which was reported.
std::optional<Px4Airframe> px4_airframe(const ImportRequest& request, Px4Values& values,
                                        LineProblems& problems, std::vector<std::string>& assumed);

/// Angular acceleration of a normalised torque of 1 [rad/s2], FRD, of a vehicle file. nullopt:
/// there is an axis about which the rotors cannot push.
std::optional<Eigen::Vector3d> px4_authority(const Multirotor& vehicle);

/// Keys of a vehicle file.
void write_airframe(const Px4Airframe& frame, const Px4Values& values, TomlLines& lines);

}  // namespace montecopter
