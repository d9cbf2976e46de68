#pragma once
/// Operations on small matrices whose bits depend only on the numbers: every sum in ascending
/// order, by fma. (Eigen's products group their sums by the registers of the CPU.)

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/numerics/matrix_rows.hpp"

namespace montecopter::fixed_order {

using Matrix = Eigen::MatrixXd;

Matrix matrix_of(const MatrixRows& rows);
MatrixRows rows_of(const Matrix& A);

/// A B.
Matrix product(const Matrix& A, const Matrix& B);

/// X of A X = B, by elimination with row pivots. nullopt: A is singular to working precision, or
/// not finite.
std::optional<Matrix> solve(Matrix A, Matrix B);

/// Lower triangular L of A = L L^T (Cholesky), of which only the lower triangle is read. A pivot
/// counts as 0, and so does its column, if it is below `negligible` times the rows times its
/// diagonal element in A. A may then be semidefinite, some variables functions of others. Returns
/// nullopt if A is not positive definite, or not semidefinite.
std::optional<Matrix> cholesky_factor(const Matrix& A, double negligible = 0);

/// x of L L^T x = b. L has no zeros in its diagonal.
std::vector<double> solve_factored(const Matrix& L, std::vector<double> b);

/// The inverse of L L^T.
Matrix inverse_of_factored(const Matrix& L);

/// trace(A B).
double trace_of_product(const Matrix& A, const Matrix& B);

/// An x of A x = b with as many zeros as A has columns to spare, by elimination with full pivots;
/// equations that contradict those before them are left out.
Eigen::VectorXd any_solution(Matrix A, Eigen::VectorXd b);

/// e^A: Taylor's series of A / 2^s, squared s times.
Matrix exponential(const Matrix& A);

/// Largest sum of the absolute values in a row; NaN if there is a NaN.
double row_norm(const Matrix& A);

}  // namespace montecopter::fixed_order
