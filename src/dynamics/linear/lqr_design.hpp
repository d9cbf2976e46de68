#pragma once
/// Controller synthesis: weights -> gains of the linear-quadratic regulator of a vehicle, for its
/// hover in calm air, a rate and a delay. docs/models.md 1.10.

#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

#include "dynamics/controllers/controller.hpp"
#include "dynamics/controllers/lqr.hpp"
#include "dynamics/controllers/lqr_law.hpp"
#include "dynamics/linear/calm_air.hpp"
#include "dynamics/linear/sampled_model.hpp"
#include "dynamics/vehicles/vehicle.hpp"

namespace montecopter {

/// A vehicle under a linear-quadratic regulator, in the coordinates of the synthesis: measured,
/// lags, commands that act or wait (if there is a delay), the oldest first, sums.
struct LqrDesign {
  LqrGains<double> gains{};
  std::vector<double> pending_gains;  ///< laid out as KnownModel::lqr_pending
  Eigen::MatrixXd A, B;               ///< x[k+1] = A x[k] + B u[k]
  Eigen::VectorXd state_weights, command_weights;
  Eigen::MatrixXd cost, gain;  ///< u = -gain x costs x'[0] cost x[0]
};

/// Why there is no regulator.
struct NoDesign {
  std::string what, why, suggestion;
};

/// Kind of command of a vehicle, and the lags behind a command.
CommandForm command_form(const Vehicle& vehicle);

/// The vehicle has been validated, and command_weights are as many as it has commands.
std::variant<LqrDesign, NoDesign> design_lqr(const LqrController& controller,
                                             const Vehicle& vehicle, const CalmAir& air,
                                             double period_s, double delay_s);

}  // namespace montecopter
