#include "flights/identify/fit_covariance.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace montecopter::identify {
namespace {

/// Sum of (y - mean y)(y - mean y)^T.
PlainMatrix scatter(const std::vector<PlainVector>& ys) {
  const std::size_t n = ys.front().size();
  PlainVector mean(n, 0.0);
  for (const PlainVector& y : ys) {
    for (std::size_t i = 0; i < n; ++i) mean[i] += y[i] / static_cast<double>(ys.size());
  }
  PlainMatrix sum(n, n);
  for (const PlainVector& y : ys) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) sum(i, j) += (y[i] - mean[i]) * (y[j] - mean[j]);
    }
  }
  return sum;
}

/// How the solution moves when each block is left out; those without which there is none are
/// passed over.
std::vector<PlainVector> moves_without(const std::vector<Block>& blocks, const PlainMatrix& all) {
  std::vector<PlainVector> moves;
  for (const Block& block : blocks) {
    PlainMatrix rest = all;
    for (std::size_t k = 0; k < rest.values.size(); ++k)
      rest.values[k] -= block.information.values[k];
    if (!factorise(rest)) continue;
    moves.push_back(block.gradient);
    solve_factorised(rest, moves.back().data());
  }
  return moves;
}

/// Degrees of freedom of each parameter's jackknife variance by F. Satterthwaite (Biometrics 2
/// (1946), 110), as Bell and McCaffrey have them: few blocks may tell most of a parameter, and its
/// variance rests on those alone.
PlainVector degrees_of_freedom(const std::vector<Block>& blocks, const PlainMatrix& inverse) {
  PlainVector sums(inverse.rows, 0.0), squares(inverse.rows, 0.0), freedom;
  for (const Block& block : blocks) {
    const PlainMatrix share = product(product(inverse, block.information), inverse);
    for (std::size_t i = 0; i < inverse.rows; ++i)
      sums[i] += share(i, i), squares[i] += share(i, i) * share(i, i);
  }
  for (std::size_t i = 0; i < inverse.rows; ++i) {
    const double effective = squares[i] > 0 ? sums[i] * sums[i] / squares[i] : 0;
    freedom.push_back(std::fmax(1.0, effective - 1));  // one is the mean's
  }
  return freedom;
}

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

/// Number of parameters that the data say anything of: others keep what was known before.
double seen_parameters(const std::vector<Block>& blocks, std::size_t size) {
  double count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const auto sees = [i](const Block& block) { return block.information(i, i) > 0; };
    if (std::any_of(blocks.begin(), blocks.end(), sees)) ++count;
  }
  return count;
}

}  // namespace

double colour_of(const std::vector<Block>& blocks, const PlainMatrix& all,
                 const PlainMatrix& of_data) {
  std::vector<PlainVector> gradients;
  for (const Block& block : blocks) gradients.push_back(block.gradient);
  PlainMatrix L = all;
  if (blocks.size() < 2 || !factorise(L)) return 1;
  const PlainMatrix inverse = inverse_of_factorised(L);
  const double n = static_cast<double>(blocks.size());
  const double seen = trace_of_product(inverse, scatter(gradients)) * n / (n - 1);
  return std::fmax(1.0, seen / trace_of_product(inverse, of_data));
}

/// The jackknife's covariance is mixed with what independent residuals of the same colour give: few
/// blocks have no covariance of many parameters. Then each parameter is widened by what Student's
/// quantile of its degrees of freedom is larger than the normal one.
PlainMatrix covariance_of(const std::vector<Block>& blocks, const PlainMatrix& all,
                          const PlainMatrix& prior, double colour) {
  PlainMatrix L = all;
  if (!factorise(L))
    throw Error(ExitCode::refused,
                "fit: error: the parameters have no solution: what the logs say of them together "
                "is no information. Fit less, or fit other parts of the logs (--from, --to).");
  const PlainMatrix inverse = inverse_of_factorised(L);
  const std::vector<PlainVector> moves = moves_without(blocks, all);
  const std::size_t size = all.rows;
  const double n = static_cast<double>(moves.size()), p = seen_parameters(blocks, size);
  PlainMatrix seen(size, size), covariance(size, size);
  if (moves.size() > 1) seen = scatter(moves);
  for (double& x : seen.values) x *= (n - 1) / std::fmax(n, 1.0);
  const PlainMatrix before = product(product(inverse, prior), inverse);
  for (std::size_t k = 0; k < covariance.values.size(); ++k) {
    const double jackknife = seen.values[k] + colour * colour * before.values[k];
    covariance.values[k] = (n * jackknife + p * colour * inverse.values[k]) / (n + p);
  }
  PlainVector wider = degrees_of_freedom(blocks, inverse);
  for (std::size_t i = 0; i < size; ++i) {
    const double uncertain = n * seen(i, i) / ((n + p) * covariance(i, i));
    wider[i] = uncertain > 0 ? student_by_normal(wider[i] / (uncertain * uncertain)) : 1;
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) covariance(i, j) *= wider[i] * wider[j];
  }
  return covariance;
}

}  // namespace montecopter::identify
