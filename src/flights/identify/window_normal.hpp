#pragma once
/// Normal equations of one window, with the errors of its start eliminated (Schur complement).

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace montecopter::identify {

/// Information of one window on the parameters of vehicle and log.
struct WindowNormal {
  Eigen::MatrixXd information;  ///< [parameters, parameters]
  std::vector<double> gradient;
  Eigen::MatrixXd start_gain;      ///< [parameters, start errors]: response of the start errors
  std::vector<double> start_step;  ///< Gauss-Newton step of the start, parameters held
  std::vector<double> effect;      ///< diagonal of the information before elimination
};

/// Eliminates the start from the equations H, g, whose first `parameters` numbers precede it. False
/// if the window does not determine its start.
bool eliminate_start(const Eigen::MatrixXd& H, const std::vector<double>& g, std::size_t parameters,
                     WindowNormal& normal);

}  // namespace montecopter::identify
