/// Products of small matrices are the sums in ascending order by fma, whatever instructions do it.

#include "core/numerics/fixed_order.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/numerics/matrix_rows.hpp"
#include "support/same_bits.hpp"

namespace montecopter {
namespace {

using Eigen::MatrixXd;

/// Numbers of both signs and many sizes, whose sums depend on the order and on each rounding.
MatrixXd numbers(Eigen::Index rows, Eigen::Index columns, double seed) {
  MatrixXd M(rows, columns);
  for (Eigen::Index k = 0; k < columns; ++k) {
    for (Eigen::Index i = 0; i < rows; ++i) {
      const double turn =
          std::sin(seed + 12.9898 * static_cast<double>(i) + 78.233 * static_cast<double>(k));
      M(i, k) = turn * std::exp(20 * std::cos(7 * turn));
    }
  }
  return M;
}

std::span<const double> elements(const MatrixXd& A) {
  return {A.data(), static_cast<std::size_t>(A.size())};
}

}  // namespace

TEST_CASE("products of matrices are sums in ascending order by fma, to the bit") {
  for (const Eigen::Index rows :
       {1, 2, 3, 4, 5, 7, 8, 13}) {  // packs of four, and what is left of them
    for (const Eigen::Index inner : {1, 3, 8}) {
      const Eigen::Index columns = 6;
      const MatrixXd A = numbers(rows, inner, 0.1), B = numbers(inner, columns, 0.7);
      MatrixXd wanted = MatrixXd::Zero(rows, columns);
      for (Eigen::Index i = 0; i < rows; ++i) {
        for (Eigen::Index k = 0; k < columns; ++k) {
          for (Eigen::Index j = 0; j < inner; ++j) {
            wanted(i, k) = std::fma(A(i, j), B(j, k), wanted(i, k));
          }
        }
      }
      CHECK(same_bits(elements(fixed_order::product(A, B)), elements(wanted)));
    }
  }
}

TEST_CASE("zeros of the second factor are passed over, and what is not finite is kept") {
  MatrixXd A = numbers(5, 5, 0.3);
  A(3, 2) = std::numeric_limits<double>::infinity();
  CHECK(same_bits(elements(fixed_order::product(A, MatrixXd::Identity(5, 5))), elements(A)));
  const MatrixXd C = fixed_order::product(A, numbers(5, 5, 0.9));
  for (Eigen::Index k = 0; k < 5; ++k) CHECK(std::isinf(C(3, k)));
}

TEST_CASE("Cholesky's factor is that of a matrix in whole numbers, and solves with it") {
  const MatrixRows rows = {{4, 12, -16}, {12, 37, -43}, {-16, -43, 98}},
                   root = {{2, 0, 0}, {6, 1, 0}, {-8, 5, 3}};
  CHECK(semidefinite_factor(rows) == root);
  const auto L = fixed_order::cholesky_factor(fixed_order::matrix_of(rows));
  REQUIRE(L);
  CHECK(fixed_order::rows_of(*L) == root);
  // A (1, -2, 3) = (-68, -191, 364); whole numbers as far as the division by 36, the determinant.
  CHECK(fixed_order::solve_factored(*L, {-68, -191, 364}) == std::vector<double>{1, -2, 3});
  const MatrixXd unit = fixed_order::matrix_of(rows) * fixed_order::inverse_of_factored(*L);
  CHECK((unit - MatrixXd::Identity(3, 3)).norm() < 1e-12);  // 2^-53 times a condition of 4000
}

TEST_CASE("semidefinite matrices have a factor where they are asked for, and no others") {
  // The second variable is the first one; the third is the sum of both less a part of its own.
  const MatrixRows same = {{1, 1, 2}, {1, 1, 2}, {2, 2, 5}};
  CHECK(semidefinite_factor(same) == MatrixRows{{1, 0, 0}, {1, 0, 0}, {2, 0, 1}});
  CHECK_FALSE(fixed_order::cholesky_factor(fixed_order::matrix_of(same)));
  CHECK(semidefinite_factor({{0, 0}, {0, 4}}) == MatrixRows{{0, 0}, {0, 2}});
  CHECK_FALSE(semidefinite_factor({{1, 1.0001}, {1.0001, 1}}));
  CHECK_FALSE(semidefinite_factor({{0, 0.1}, {0.1, 1}}));
  CHECK_FALSE(semidefinite_factor({{1, 1, 0}, {1, 1, 1}, {0, 1, 1}}));
}

}  // namespace montecopter
