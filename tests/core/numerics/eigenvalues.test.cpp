/// Eigenvalues against matrices whose own are known in closed form.

#include "core/numerics/eigenvalues.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;
using Complex = std::complex<double>;

/// The largest distance of a wanted one from the nearest found.
double farthest(const Eigen::VectorXcd& found, const std::vector<Complex>& wanted) {
  REQUIRE(found.size() == static_cast<Eigen::Index>(wanted.size()));
  double most = 0;
  for (const Complex& z : wanted) {
    double least = std::numeric_limits<double>::infinity();
    for (const Complex& x : found) least = std::min(least, std::abs(x - z));
    most = std::max(most, least);
  }
  return most;
}

/// Ones below the diagonal: what is remembered for n updates.
Matrix delay_line(Eigen::Index n) {
  Matrix A = Matrix::Zero(n, n);
  for (Eigen::Index k = 1; k < n; ++k) A(k, k - 1) = 1;
  return A;
}

TEST_CASE("eigenvalues of a ring are roots of unity") {
  const Eigen::Index n = GENERATE(1, 2, 3, 4, 7, 16, 31);
  Matrix A = delay_line(n);
  A(0, n - 1) = 1;
  std::vector<Complex> wanted;
  for (Eigen::Index k = 0; k < n; ++k) {
    wanted.push_back(
        std::polar(1.0, 2 * std::acos(-1.0) * static_cast<double>(k) / static_cast<double>(n)));
  }
  CHECK(farthest(eigenvalues(A), wanted) < 1e-13);
}

TEST_CASE("eigenvalues of a chain of springs") {
  const Eigen::Index n = GENERATE(2, 5, 20);
  Matrix A = Matrix::Zero(n, n);
  for (Eigen::Index k = 0; k < n; ++k) A(k, k) = 2;
  for (Eigen::Index k = 1; k < n; ++k) A(k, k - 1) = A(k - 1, k) = -1;
  A.row(0) *= 1e8, A.col(0) /= 1e8;  // states in other units have the same
  std::vector<Complex> wanted;
  for (Eigen::Index k = 1; k <= n; ++k) {
    wanted.push_back(
        2 - 2 * std::cos(std::acos(-1.0) * static_cast<double>(k) / static_cast<double>(n + 1)));
  }
  CHECK(farthest(eigenvalues(A), wanted) < 1e-13);
}

TEST_CASE("eigenvalues of a delay are zero, beside a decay that is not") {
  // One of n equal ones moves by the n-th root of what rounding does; that of the decay does not.
  Matrix A = Matrix::Zero(13, 13);
  A.topLeftCorner(12, 12) = delay_line(12);
  A(12, 12) = 0.99, A(12, 11) = 3;
  const Eigen::VectorXcd found = eigenvalues(A);
  CHECK(farthest(found, {0.99, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) < 0.05);
  double largest = 0;
  for (const Complex& z : found) largest = std::max(largest, std::abs(z));
  CHECK(largest == Approx(0.99).epsilon(1e-14));
}

TEST_CASE("eigenvalues of a matrix that is not finite are no numbers") {
  Matrix A = Matrix::Identity(3, 3);
  A(1, 0) =
      GENERATE(std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN());
  for (const Complex& z : eigenvalues(A)) CHECK(std::isnan(z.real()));
}

}  // namespace
}  // namespace montecopter
