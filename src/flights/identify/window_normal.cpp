#include "flights/identify/window_normal.hpp"

#include <utility>

#include "core/numerics/fixed_order.hpp"

namespace montecopter::identify {
namespace {

/// Block of the start, with ones instead of zeros: position, where the log has none.
Eigen::MatrixXd start_part(const Eigen::MatrixXd& H, std::size_t n) {
  Eigen::MatrixXd part = H.bottomRightCorner(n, n);
  for (std::size_t a = 0; a < n; ++a) {
    if (part(a, a) == 0) part(a, a) = 1;
  }
  return part;
}

}  // namespace

bool eliminate_start(const Eigen::MatrixXd& H, const std::vector<double>& g, std::size_t parameters,
                     WindowNormal& normal) {
  const std::size_t n = g.size() - parameters;
  normal.information = Eigen::MatrixXd::Zero(parameters, parameters);
  normal.gradient.assign(parameters, 0.0);
  normal.start_gain = Eigen::MatrixXd::Zero(parameters, n);
  normal.effect.assign(parameters, 0.0);
  const auto L = fixed_order::cholesky_factor(start_part(H, n));
  if (!L) return false;
  normal.start_step = fixed_order::solve_factored(*L, {g.end() - n, g.end()});
  for (std::size_t a = 0; a < parameters; ++a) {
    std::vector<double> gain(n);
    for (std::size_t c = 0; c < n; ++c) gain[c] = H(parameters + c, a);
    gain = fixed_order::solve_factored(*L, std::move(gain));
    for (std::size_t c = 0; c < n; ++c) normal.start_gain(a, c) = gain[c];
    normal.effect[a] = H(a, a);
    normal.gradient[a] = g[a];
    for (std::size_t c = 0; c < n; ++c)
      normal.gradient[a] -= H(a, parameters + c) * normal.start_step[c];
  }
  for (std::size_t a = 0; a < parameters; ++a) {
    for (std::size_t b = 0; b < parameters; ++b) {
      double sum = H(a, b);
      for (std::size_t c = 0; c < n; ++c) sum -= H(a, parameters + c) * normal.start_gain(b, c);
      normal.information(a, b) = sum;
    }
  }
  return true;
}

}  // namespace montecopter::identify
