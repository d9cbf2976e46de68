#pragma once
/// Normal equations of one window, the errors of its start eliminated (Schur complement).

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace montecopter::identify {

/// What one window says of the parameters of vehicle and log.
struct WindowNormal {
  Eigen::MatrixXd information;  ///< [parameters, parameters]
  std::vector<double> gradient;
  Eigen::MatrixXd start_gain;      ///< [parameters, start errors]: how these follow those
  std::vector<double> start_step;  ///< of Gauss and Newton, the parameters held
  std::vector<double> effect;      ///< diagonal of the information before the elimination
};

/// Eliminates the start from the equations H, g of `parameters` numbers and the start behind them.
/// False if the window does not determine its start.
bool eliminate_start(const Eigen::MatrixXd& H, const std::vector<double>& g, std::size_t parameters,
                     WindowNormal& normal);

}  // namespace montecopter::identify
