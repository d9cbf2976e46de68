#pragma once
/// Hover of a helicopter in calm air, and its linearisation.

#include <Eigen/Core>
#include <array>
#include <complex>
#include <optional>
#include <vector>

#include "dynamics/linear/calm_air.hpp"
#include "dynamics/linear/linear_model.hpp"
#include "dynamics/rotors/rotor_law.hpp"
#include "dynamics/vehicles/flapping_rotor.hpp"
#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/helicopter_limits.hpp"

namespace montecopter {

struct HelicopterTrim {
  double rotor_speed_rad_s = 0;
  double roll_rad = 0, pitch_rad = 0;
  Eigen::Vector3d velocity_m_s = Eigen::Vector3d::Zero();     ///< forward, right, down
  std::array<double, helicopter_controls.size()> commands{};  ///< in command order
  std::array<double, flapping_states.size()> flapping{};      ///< of flapping blades
  double residual = 0;  ///< largest acceleration left [m/s2, rad/s2]
};

/// The commands and the attitude at which nothing accelerates at this speed of the main rotor.
/// nullopt: there are none within the limits of the servos. The vehicle has been validated. Steady
/// flight instead of a hover: at a velocity [m/s] through the air forward and to the right of where
/// the nose points, horizontally, and down.
std::optional<HelicopterTrim> helicopter_trim(
    const Helicopter& vehicle, const CalmAir& air, double rotor_speed_rad_s,
    const Eigen::Vector3d& velocity_m_s = Eigen::Vector3d::Zero());

/// Eigenvalues [1/s] of position, velocity, rotation vector, body rate, speed of the main rotor,
/// servos and flapping about a trim with the commands held, by falling real part.
std::vector<std::complex<double>> helicopter_modes(const Helicopter& vehicle, const CalmAir& air,
                                                   const HelicopterTrim& trim);

/// Linearisation about a trim.
LinearModel linear_model(const Helicopter& vehicle, const CalmAir& air, const HelicopterTrim& trim);

/// 1 for each of the `helicopter_limits` that a trim exceeds, else 0.
std::array<double, helicopter_limit_count> exceeded_limits(const Helicopter& vehicle,
                                                           const CalmAir& air,
                                                           const HelicopterTrim& trim);

/// Thrust [N] and drag torque [N m] of the main rotor and of the tail rotor in a trim.
std::array<Load<double>, 2> helicopter_loads(const Helicopter& vehicle, const CalmAir& air,
                                             const HelicopterTrim& trim);

}  // namespace montecopter
