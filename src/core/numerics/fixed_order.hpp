#pragma once
/// Operations on small matrices whose bits depend on nothing but the numbers: every sum in
/// ascending order, by fma. (Eigen's products group their sums by the registers of the CPU.)

#include <Eigen/Core>
#include <optional>

namespace montecopter::fixed_order {

using Matrix = Eigen::MatrixXd;

/// A B.
Matrix product(const Matrix& A, const Matrix& B);

/// X of A X = B, by elimination with row pivots. nullopt: A is singular to working precision, or
/// not finite.
std::optional<Matrix> solve(Matrix A, Matrix B);

/// An x of A x = b with as many zeros as A has columns to spare, by elimination with full pivots;
/// equations that contradict those before them are left out.
Eigen::VectorXd any_solution(Matrix A, Eigen::VectorXd b);

/// e^A: Taylor's series of A / 2^s, squared s times.
Matrix exponential(const Matrix& A);

/// Largest sum of the absolute values in a row; NaN if there is a NaN.
double row_norm(const Matrix& A);

}  // namespace montecopter::fixed_order
