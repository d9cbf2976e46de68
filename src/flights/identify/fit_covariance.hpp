#pragma once
/// Covariance of fitted parameters where the residuals of neighbouring windows go together.
///
/// Windows are put together into blocks, whose gradients scatter as their residuals do. Each block
/// is left out in turn: the jackknife form of the sandwich estimate. R. Bell, D. McCaffrey, Survey
/// Methodology 28 (2002), 169.

#include <Eigen/Core>
#include <vector>

namespace montecopter::identify {

/// Neighbouring windows, taken as one.
struct Block {
  Eigen::MatrixXd information;
  std::vector<double> gradient;
};

/// How much larger the scatter of the blocks' gradients is than the information says: if rows were
/// independent, these were equal. At least 1; 1 of fewer than two blocks. `all`: information of the
/// data and of what was known before; `of_data`: of the data.
double colour_of(const std::vector<Block>& blocks, const Eigen::MatrixXd& all,
                 const Eigen::MatrixXd& of_data);

/// Covariance of the errors of the parameters; `prior`: information that there was before, in `all`
/// times `colour`. Standard errors are such that 1.96 of them hold 95 %, however few blocks they
/// rest on. Error(refused) if `all` has no inverse.
Eigen::MatrixXd covariance_of(const std::vector<Block>& blocks, const Eigen::MatrixXd& all,
                              const Eigen::MatrixXd& prior, double colour);

}  // namespace montecopter::identify
