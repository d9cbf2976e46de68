#include "flights/identify/fit_covariance.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/numerics/fixed_order.hpp"

namespace montecopter::identify {

using fixed_order::cholesky_factor;
using fixed_order::inverse_of_factored;
using fixed_order::product;
using fixed_order::solve_factored;
using fixed_order::trace_of_product;

namespace {

/// Sum of (y - mean y)(y - mean y)^T.
Eigen::MatrixXd scatter(const std::vector<std::vector<double>>& ys) {
  const std::size_t n = ys.front().size();
  std::vector<double> mean(n, 0.0);
  for (const std::vector<double>& y : ys) {
    for (std::size_t i = 0; i < n; ++i) mean[i] += y[i] / static_cast<double>(ys.size());
  }
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n, n);
  for (const std::vector<double>& y : ys) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) sum(i, j) += (y[i] - mean[i]) * (y[j] - mean[j]);
    }
  }
  return sum;
}

/// Moves of the solution when each block is left out; blocks without which there is no solution are
/// skipped.
std::vector<std::vector<double>> moves_without(const std::vector<Block>& blocks,
                                               const Eigen::MatrixXd& all) {
  std::vector<std::vector<double>> moves;
  for (const Block& block : blocks) {
    const auto rest = cholesky_factor(all - block.information);
    if (rest) moves.push_back(solve_factored(*rest, block.gradient));
  }
  return moves;
}

/// Degrees of freedom of each parameter's jackknife variance by F. Satterthwaite (Biometrics 2
/// (1946), 110), in the form of Bell and McCaffrey: a few blocks may determine most of a parameter,
/// and then its variance rests on them alone.
std::vector<double> degrees_of_freedom(const std::vector<Block>& blocks,
                                       const Eigen::MatrixXd& inverse) {
  const auto size = static_cast<std::size_t>(inverse.rows());
  std::vector<double> sums(size, 0.0), squares(size, 0.0), freedom;
  for (const Block& block : blocks) {
    const Eigen::MatrixXd share = product(product(inverse, block.information), inverse);
    for (std::size_t i = 0; i < size; ++i)
      sums[i] += share(i, i), squares[i] += share(i, i) * share(i, i);
  }
  for (std::size_t i = 0; i < size; ++i) {
    const double effective = squares[i] > 0 ? sums[i] * sums[i] / squares[i] : 0;
    freedom.push_back(std::fmax(0.0, effective - 1));  // one is the mean's
  }
  return freedom;
}

/// Degrees of freedom that the average correlation counts as. They are few, because the
/// correlations of parameters differ by a factor of two and more. At least three degrees remain in
/// all, so that a few blocks make neither tiny nor huge errors.
constexpr double average_freedom = 2;

/// Student's quantile of 0.975 by the normal one: M. Abramowitz, I. Stegun, Handbook of
/// Mathematical Functions (1964), 26.7.5. Too small by 0.1 % for three degrees of freedom, 0.7 %
/// for two, 11 % for one. (Libraries' last bits differ.)
double student_by_normal(double freedom) {
  constexpr double z = 1.959963984540054, z2 = z * z;
  constexpr double g1 = (z2 + 1) / 4, g2 = ((5 * z2 + 16) * z2 + 3) / 96,
                   g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
                   g4 = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  return 1 + (g1 + (g2 + (g3 + g4 / freedom) / freedom) / freedom) / freedom;
}

/// Number of parameters that the data determine; the others keep their priors.
double seen_parameters(const std::vector<Block>& blocks, std::size_t size) {
  double count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const auto sees = [i](const Block& block) { return block.information(i, i) > 0; };
    if (std::any_of(blocks.begin(), blocks.end(), sees)) ++count;
  }
  return count;
}

/// Pools a parameter that each log has, such as its delay, because one log has too few blocks. All
/// logs get the common ratio of the jackknife variance to that of `independent` residuals, both
/// without the prior, and the sum of the degrees of freedom.
void pool_logs(const ParameterOrder& order, const std::vector<double>& independent,
               std::vector<double>& variance, std::vector<double>& freedom) {
  for (std::size_t kind = 0; kind < order.of_log; ++kind) {
    double seen = 0, expected = 0, all = 0;
    for (std::size_t i = order.vehicle + kind; i < variance.size(); i += order.of_log)
      seen += variance[i], expected += independent[i], all += freedom[i];
    if (!(expected > 0)) continue;  // only the prior determines it
    for (std::size_t i = order.vehicle + kind; i < variance.size(); i += order.of_log)
      variance[i] = seen / expected * independent[i], freedom[i] = all;
  }
}

}  // namespace

double colour_of(const std::vector<Block>& blocks, const Eigen::MatrixXd& all,
                 const Eigen::MatrixXd& of_data) {
  std::vector<std::vector<double>> gradients;
  for (const Block& block : blocks) gradients.push_back(block.gradient);
  const auto L = cholesky_factor(all);
  if (blocks.size() < 2 || !L) return 1;
  const Eigen::MatrixXd inverse = inverse_of_factored(*L);
  const double n = static_cast<double>(blocks.size());
  const double seen = trace_of_product(inverse, scatter(gradients)) * n / (n - 1);
  return std::fmax(1.0, seen / trace_of_product(inverse, of_data));
}

/// Standard errors are from the jackknife over blocks, which corrects for leverage. They are
/// widened by the ratio of Student's quantile, at their degrees of freedom, to the normal quantile.
/// The average correlation of the residuals counts as `average_freedom` degrees (G. Smyth,
/// Statistical Applications in Genetics and Molecular Biology 3 (2004), 3). Correlations are those
/// of the jackknife mixed with independent residuals, because few blocks do not determine the
/// correlations of many parameters.
Eigen::MatrixXd covariance_of(const std::vector<Block>& blocks, const Eigen::MatrixXd& all,
                              const Eigen::MatrixXd& prior, double colour,
                              const ParameterOrder& order) {
  const auto L = cholesky_factor(all);
  if (!L)
    throw Error(
        ExitCode::refused,
        Problem{"fit", "the fit has no solution: the logs do not determine the parameters together",
                "", "Fit fewer parameters, or other parts of the logs (--from, --to)"});
  const Eigen::MatrixXd inverse = inverse_of_factored(*L);
  const std::vector<std::vector<double>> moves = moves_without(blocks, all);
  if (moves.size() < 2) return colour * inverse;
  const auto size = static_cast<std::size_t>(all.rows());
  const double n = static_cast<double>(moves.size()), p = seen_parameters(blocks, size);
  const Eigen::MatrixXd seen = scatter(moves) * ((n - 1) / n);
  const Eigen::MatrixXd before = product(product(inverse, prior), inverse);
  const Eigen::MatrixXd jackknife = seen + colour * colour * before;
  Eigen::MatrixXd covariance = (n * jackknife + p * colour * inverse) / (n + p);
  std::vector<double> variance, freedom = degrees_of_freedom(blocks, inverse), average, scale;
  for (std::size_t i = 0; i < size; ++i) {
    variance.push_back(seen(i, i));
    average.push_back(std::fmax(0.0, colour * inverse(i, i) - colour * colour * before(i, i)));
  }
  pool_logs(order, average, variance, freedom);
  for (std::size_t i = 0; i < size; ++i) {
    const double known = colour * colour * before(i, i);
    const double own = std::fmax(1.0, freedom[i]);
    variance[i] = (own * variance[i] + average_freedom * average[i]) / (own + average_freedom);
    freedom[i] = own + average_freedom;
    const double both = variance[i] + known;
    const double uncertain = variance[i] / both;
    const double wider =
        uncertain > 0 ? student_by_normal(freedom[i] / (uncertain * uncertain)) : 1;
    scale.push_back(wider * std::sqrt(both / covariance(i, i)));
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) covariance(i, j) *= scale[i] * scale[j];
  }
  return covariance;
}

void widen_by_logs(const std::vector<Block>& logs, const Eigen::MatrixXd& all,
                   std::size_t parameters, Eigen::MatrixXd& covariance) {
  constexpr std::size_t fewest_logs = 3;
  const std::vector<std::vector<double>> moves = moves_without(logs, all);
  if (moves.size() < fewest_logs) return;
  const double n = static_cast<double>(moves.size());
  const Eigen::MatrixXd between = scatter(moves) * ((n - 1) / n);
  const auto size = static_cast<std::size_t>(all.rows());
  std::vector<double> wider(size, 1.0);
  for (std::size_t i = 0; i < parameters; ++i)
    wider[i] = std::fmax(1.0, std::sqrt(between(i, i) / covariance(i, i)));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) covariance(i, j) *= wider[i] * wider[j];
  }
}

}  // namespace montecopter::identify
