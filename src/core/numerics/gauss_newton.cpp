#include "core/numerics/gauss_newton.hpp"

#include "core/numerics/decompositions.hpp"

namespace montecopter {

/// Ends where residuals, or the next step in units of `scale`, are no more than rounding. Slopes
/// are central differences over a millionth of the scale, as those of linear_model.hpp.
double solve(Eigen::VectorXd& x, const Eigen::VectorXd& scale, const Residual& residual) {
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Eigen::VectorXd r = residual(x);
    if (r.cwiseAbs().maxCoeff() < 1e-13) break;
    Eigen::MatrixXd slope(r.size(), x.size());
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      Eigen::VectorXd ahead = x, behind = x;
      const double h = 1e-6 * scale[k];
      ahead[k] += h, behind[k] -= h;
      slope.col(k) = (residual(ahead) - residual(behind)) / 2e-6;
    }
    const Eigen::VectorXd step = least_squares(slope, r);
    x -= scale.cwiseProduct(step);
    if (step.cwiseAbs().maxCoeff() < 1e-15) break;
  }
  return residual(x).cwiseAbs().maxCoeff();
}

}  // namespace montecopter
