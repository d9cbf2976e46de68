#include "core/numerics/linear_fit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/contract.hpp"
#include "core/numerics/decompositions.hpp"
#include "core/numerics/median.hpp"

namespace montecopter {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_rounds = 50;
constexpr double tuning = 4.685;  // 95 % efficiency where errors are normal

/// Columns of one length: coefficients of w and w^2 differ by orders of magnitude.
VectorXd column_lengths(const MatrixXd& terms) {
  VectorXd lengths = terms.colwise().norm();
  for (double& length : lengths) length = length > 0 ? length : 1.0;
  return lengths;
}

VectorXd weighted_solution(const MatrixXd& terms, const VectorXd& measured,
                           const VectorXd& weights) {
  const VectorXd root = weights.cwiseSqrt();
  return least_squares(MatrixXd(root.asDiagonal() * terms), VectorXd(root.cwiseProduct(measured)));
}

double median_magnitude(const VectorXd& residuals) {
  std::vector<double> all(residuals.begin(), residuals.end());
  for (double& r : all) r = std::fabs(r);
  return upper_median(all);
}

/// Weights of the least absolute deviations, 1 / |r|, over the length of each row: a row far out
/// (a tachometer that counts twice) has no more say than others.
VectorXd absolute_weights(const VectorXd& residuals, const VectorXd& row_lengths, double floor) {
  return residuals.cwiseAbs().cwiseMax(floor).cwiseProduct(row_lengths).cwiseInverse();
}

/// Rows of (nearly) no terms count as those of a thousandth of the longest.
VectorXd lengths_of_rows(const MatrixXd& terms) {
  const VectorXd lengths = terms.rowwise().norm();
  const double longest = lengths.maxCoeff();
  return lengths.cwiseMax(longest > 0 ? 1e-3 * longest : 1.0);
}

VectorXd biweights(const VectorXd& residuals, double scale) {
  VectorXd weights(residuals.size());
  for (Eigen::Index k = 0; k < weights.size(); ++k) {
    const double u = residuals[k] / (tuning * scale);
    weights[k] = std::fabs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0;
  }
  return weights;
}

/// Rounds of `weigh` until the coefficients stay, but for rounding.
template <class Weigh>
void reweigh(const MatrixXd& terms, const VectorXd& measured, LinearFit& fit, Weigh weigh) {
  for (int round = 0; round < most_rounds; ++round) {
    fit.weights = weigh(fit.residuals);
    const VectorXd next = weighted_solution(terms, measured, fit.weights);
    const double moved = (next - fit.coefficients).cwiseAbs().maxCoeff();
    const double size = next.cwiseAbs().maxCoeff();
    fit.coefficients = next;
    fit.residuals = measured - terms * next;
    if (moved <= 1e-12 * size) break;
  }
}

}  // namespace

LinearFit fit_linear(const MatrixXd& terms, const VectorXd& measured, FitLoss loss) {
  expects(terms.rows() == measured.size() && terms.rows() >= terms.cols(),
          "at least as many rows as coefficients");
  const VectorXd lengths = column_lengths(terms);
  const MatrixXd scaled = terms * lengths.cwiseInverse().asDiagonal();
  LinearFit fit;
  fit.weights = VectorXd::Ones(measured.size());
  fit.coefficients = least_squares(scaled, measured);
  fit.residuals = measured - scaled * fit.coefficients;
  // Rounding is no scale of residuals.
  const double floor = 1e-12 * measured.cwiseAbs().maxCoeff();
  if (loss == FitLoss::biweight && median_magnitude(fit.residuals) > floor) {
    const VectorXd rows = lengths_of_rows(scaled);
    reweigh(scaled, measured, fit,
            [&](const VectorXd& r) { return absolute_weights(r, rows, floor); });
    const double scale = std::fmax(1.4826 * median_magnitude(fit.residuals), floor);
    reweigh(scaled, measured, fit, [&](const VectorXd& r) { return biweights(r, scale); });
  }
  fit.coefficients = fit.coefficients.cwiseQuotient(lengths);
  return fit;
}

}  // namespace montecopter
