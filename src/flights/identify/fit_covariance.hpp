#pragma once
/// Covariance of fitted parameters where the residuals of neighbouring windows are correlated.
///
/// Windows are grouped into blocks, whose gradients scatter like their residuals. Each block is
/// left out in turn: the jackknife form of the sandwich estimate. R. Bell, D. McCaffrey, Survey
/// Methodology 28 (2002), 169.

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace montecopter::identify {

/// Neighbouring windows taken as one.
struct Block {
  Eigen::MatrixXd information;
  std::vector<double> gradient;
};

/// Ratio of the scatter of the blocks' gradients to the information: 1 if rows were independent. At
/// least 1; exactly 1 for fewer than two blocks. `all`: information of the data and the prior;
/// `of_data`: of the data.
double colour_of(const std::vector<Block>& blocks, const Eigen::MatrixXd& all,
                 const Eigen::MatrixXd& of_data);

/// Parameters of a fit: those of the vehicle, then the same number for each log.
struct ParameterOrder {
  std::size_t vehicle = 0, of_log = 0;
};

/// Covariance of the errors of the parameters; `prior`: information of the prior, which is in `all`
/// times `colour`. 1.96 standard errors contain about 95 %. With one block, correlation is not
/// seen, and errors are those of independent residuals. Error(refused) if `all` has no inverse.
Eigen::MatrixXd covariance_of(const std::vector<Block>& blocks, const Eigen::MatrixXd& all,
                              const Eigen::MatrixXd& prior, double colour,
                              const ParameterOrder& order);

/// Widens the covariance of the first `parameters` where logs differ by more than their blocks do:
/// to the scatter of the solution when each log is left out in turn. With fewer than three logs it
/// stays as it is. `logs`: one block for each.
void widen_by_logs(const std::vector<Block>& logs, const Eigen::MatrixXd& all,
                   std::size_t parameters, Eigen::MatrixXd& covariance);

}  // namespace montecopter::identify
