#pragma once
/// A vehicle at its hover as a controller commands it: a multirotor by a wrench that is allocated
/// to its rotors, a helicopter by its servos.

#include <Eigen/Core>
#include <array>
#include <optional>

#include "dynamics/linear/calm_air.hpp"
#include "dynamics/linear/linear_model.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {

struct CommandedModel {
  LinearModel vehicle;               ///< by its own commands: rotors or servos
  Eigen::VectorXd hover;             ///< wrench [N, N m], or commands of servos
  Eigen::MatrixXd allocation;        ///< slopes of the vehicle's commands over these
  std::array<double, 4> attitude{};  ///< of the hover, heading north: [w, x, y, z]
  double rotor_speed_rad_s = 0;      ///< of the main rotor of a helicopter
  int lag_order = 0;                 ///< states per motor or servo
  int unmeasured = 0;                ///< states after the lags, which no controller measures
  Eigen::VectorXd
      margin;  ///< of a multirotor: from the hover to each rotor's nearer limit, commands
};

/// Matrix from commands to the axes that they were allocated from: T+ with T+ T = 1 of an
/// allocation T.
Eigen::MatrixXd axes_of_commands(const Eigen::MatrixXd& allocation);

/// nullopt: the vehicle has no hover within the limits of its commands. A multirotor's is that of
/// its control allocation. Part of bits.
std::optional<CommandedModel> commanded_model(const Vehicle& vehicle, const CalmAir& air,
                                              std::optional<double> rotor_speed_rad_s);

/// The part that a controller measures, and its model of the rest. States that no controller
/// measures follow the others at once: their rates are 0. States: position, velocity,
/// rotation vector, body rate, and the speed of a helicopter's main rotor. The lags follow, in
/// units of the commands: [order][command].
struct KnownPart {
  Eigen::MatrixXd A, B;
  Eigen::MatrixXd lag_A;  ///< [order][order], the same for all commands: the mean over rotors
  Eigen::VectorXd lag_B;  ///< [order]
  Eigen::Index measured = 0;
};
KnownPart known_part(const CommandedModel& model);

}  // namespace montecopter
