#include "dynamics/linear/sampled_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/fixed_order.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;

struct Hold {
  Matrix transition;  ///< e^(A h)
  Matrix effect;      ///< of commands held over h: the integral of e^(A s) B ds
};

/// Both at once: e^([A B; 0 0] h) = [transition effect; 0 1]. C. F. Van Loan, IEEE Trans. Automatic
/// Control 23 (1978).
Hold held(const Matrix& A, const Matrix& B, double h) {
  const Eigen::Index n = A.rows(), m = B.cols();
  Matrix both = Matrix::Zero(n + m, n + m);
  both.topLeftCorner(n, n) = A * h;
  both.topRightCorner(n, m) = B * h;
  const Matrix e = fixed_order::exponential(both);
  return {e.topLeftCorner(n, n), e.topRightCorner(n, m)};
}

}  // namespace

SampledModel sampled(const Matrix& A, const Matrix& B, double period_s, double delay_s) {
  // A quotient of whole periods may be rounded up.
  const double periods = std::max(std::ceil(delay_s / period_s - 1e-9) - 1, 0.0);
  const double rest_s = std::clamp(delay_s - periods * period_s, 0.0, period_s);
  const Hold early = held(A, B, rest_s);  // while the command before acts
  const Hold late = held(A, B, period_s - rest_s);
  return {fixed_order::product(late.transition, early.transition), late.effect,
          fixed_order::product(late.transition, early.effect), static_cast<Eigen::Index>(periods)};
}

std::pair<Matrix, Matrix> with_commands_as_states(const SampledModel& model) {
  const Eigen::Index n = model.transition.rows(), m = model.now.cols(), waiting = m * model.waiting;
  const Eigen::Index size = n + waiting + m;
  Matrix first = Matrix::Zero(size, size), second = Matrix::Zero(size, m);
  first.topLeftCorner(n, n) = model.transition;
  first.block(0, n, n, m) = model.before;
  (waiting > 0 ? first.block(0, n + m, n, m) : second.topRows(n)) = model.now;
  first.block(n, n + m, waiting, waiting).setIdentity();
  second.bottomRows(m).setIdentity();
  return {first, second};
}

}  // namespace montecopter
