#include "core/numerics/riccati.hpp"

#include <cmath>

#include "core/base/contract.hpp"
#include "core/numerics/fixed_order.hpp"

namespace montecopter {
namespace {

using fixed_order::Matrix;
using fixed_order::product;

Matrix symmetric(const Matrix& A) { return 0.5 * (A + A.transpose()); }

/// A state in units in which its equation has numbers near those of the others: powers of two, so
/// that scaling rounds nothing. Osborne's balancing of A, over rows and columns in turn.
Eigen::VectorXd balance(Matrix A) {
  const Eigen::Index n = A.rows();
  Eigen::VectorXd unit = Eigen::VectorXd::Ones(n);
  // Derivatives by differences leave rounding where nothing couples. It must not scale anything.
  const double rounding = 1e-9 * A.cwiseAbs().maxCoeff();
  A = (A.cwiseAbs().array() < rounding).select(0.0, A);
  for (int sweep = 0; sweep < 10; ++sweep) {
    for (Eigen::Index i = 0; i < n; ++i) {
      double row = 0, column = 0;
      for (Eigen::Index k = 0; k < n; ++k) {
        if (k != i) row += std::fabs(A(i, k)), column += std::fabs(A(k, i));
      }
      if (!(row > 0) || !(column > 0)) continue;
      double factor = 1;
      while (row > 4 * column) row /= 4, factor *= 2;
      while (column > 4 * row) column /= 4, factor /= 2;
      for (Eigen::Index k = 0; k < n; ++k) A(i, k) /= factor;
      for (Eigen::Index k = 0; k < n; ++k) A(k, i) *= factor;
      unit[i] *= factor;
    }
  }
  return unit;
}

/// The doubling, from A, G = B R^-1 B' and H = Q; H becomes the solution.
std::optional<Matrix> doubled(Matrix A, Matrix G, Matrix H) {
  constexpr int most =
      60;  // a mode that decays within 2^60 samples cannot be distinguished from none
  const Matrix unit = Matrix::Identity(A.rows(), A.cols());
  for (int k = 0; k < most; ++k) {
    const Matrix W = unit + product(G, H);
    const auto in_A = fixed_order::solve(W, A), in_G = fixed_order::solve(W, G);
    if (!in_A || !in_G) return std::nullopt;
    const Matrix transposed = A.transpose();
    const Matrix more = symmetric(product(transposed, product(H, *in_A)));
    G = symmetric(G + product(A, product(*in_G, transposed)));
    H += more;
    A = product(A, *in_A);
    const double size = fixed_order::row_norm(H);
    if (!(size < 1e200)) return std::nullopt;
    // A is the closed loop over 2^(k+1) samples; what it leaves changes H by its square, which is
    // rounding then. Nothing that settles has a size near the end of the doubles.
    if (fixed_order::row_norm(A) < 1e-12 && fixed_order::row_norm(more) <= 0x1p-52 * size) return H;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Regulator> regulator(const Matrix& A, const Matrix& B, const Eigen::VectorXd& Q,
                                   const Eigen::VectorXd& R) {
  expects(
      A.rows() == A.cols() && B.rows() == A.rows() && Q.size() == A.rows() && R.size() == B.cols(),
      "A is n x n, B n x m, Q has n and R m weights");
  const Eigen::Index n = A.rows(), m = B.cols();
  const Eigen::VectorXd unit = balance(A);
  Matrix scaled = A, weight = Matrix::Zero(n, n), inputs = B;  // x = unit * (what is solved for)
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < n; ++k) scaled(i, k) = A(i, k) * unit[k] / unit[i];
    for (Eigen::Index k = 0; k < m; ++k) inputs(i, k) = B(i, k) / unit[i];
    weight(i, i) = Q[i] * unit[i] * unit[i];
  }
  Matrix cheap = inputs;
  for (Eigen::Index k = 0; k < m; ++k) cheap.col(k) /= R[k];
  const Matrix transposed = inputs.transpose();
  const auto X = doubled(scaled, symmetric(product(cheap, transposed)), weight);
  if (!X) return std::nullopt;
  const Matrix reach = product(transposed, *X);
  Matrix effort = product(reach, inputs);
  for (Eigen::Index k = 0; k < m; ++k) effort(k, k) += R[k];
  auto gain = fixed_order::solve(effort, product(reach, scaled));
  if (!gain) return std::nullopt;
  Regulator r{*X, *gain};
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < n; ++k) r.cost(i, k) /= unit[i] * unit[k];
    for (Eigen::Index k = 0; k < m; ++k) r.gain(k, i) /= unit[i];
  }
  return r;
}

}  // namespace montecopter
