#include "dynamics/linear/sampled_model.hpp"

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
  const Hold early = held(A, B, delay_s);  // while the last command acts
  const Hold late = held(A, B, period_s - delay_s);
  return {fixed_order::product(late.transition, early.transition), late.effect,
          fixed_order::product(late.transition, early.effect)};
}

std::pair<Matrix, Matrix> with_commands_as_states(const SampledModel& model) {
  const Eigen::Index n = model.transition.rows(), m = model.now.cols();
  Matrix first = Matrix::Zero(n + m, n + m), second(n + m, m);
  first.topLeftCorner(n, n) = model.transition;
  first.topRightCorner(n, m) = model.before;
  second << model.now, Matrix::Identity(m, m);
  return {first, second};
}

}  // namespace montecopter
