#pragma once
/// Linearisation about a trim: x' = A x + B u, y = C x + D u.

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace montecopter {

/// x' of a state x = [position, velocity, attitude, body rate, actuators] and the commands u.
using ForcedRates =
    std::function<Eigen::VectorXd(const Eigen::VectorXd& x, const Eigen::VectorXd& u)>;

/// The operating point of a linearisation.
struct TrimPoint {
  Eigen::VectorXd state, commands;
  double gravity_m_s2 = 0;
  std::vector<std::string> actuators, controls;  ///< names
};

/// Linear model about the trim; states and inputs are deviations from it, in SI units. States x:
/// position, velocity (NED), rotation vector (the turn from the trim's attitude, body axes), body
/// rate (FRD), actuators. Inputs u: the commands. Outputs y: position, velocity, rotation vector,
/// body rate, specific force (FRD).
struct LinearModel {
  TrimPoint trim;
  std::vector<std::string> states, inputs, outputs;
  Eigen::MatrixXd A, B, C, D;
};

/// Linearises by central differences with steps of 1e-6 of each quantity's magnitude (or of its
/// unit): for smooth equations the errors are some 1e-10 of the elements.
LinearModel linearise(const TrimPoint& trim, const ForcedRates& rates);

/// The matrix A alone, with the commands of the trim.
Eigen::MatrixXd state_matrix(const Eigen::VectorXd& at,
                             const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& rates);

}  // namespace montecopter
