#include "dynamics/random/square_matrix.hpp"

#include <cmath>
#include <cstddef>

namespace montecopter {

namespace {

/// What is left of a pivot, relative to the diagonal it comes from, if it is none: n roundings of
/// numbers that users write with a dozen digits.
constexpr double no_pivot = 1e-12;

/// matrix(i, j) less what the first j columns of the factor explain of it.
double unexplained(const SquareMatrix& matrix, const SquareMatrix& factor, std::size_t i,
                   std::size_t j) {
  double rest = matrix[i][j];
  for (std::size_t k = 0; k < j; ++k) rest = std::fma(-factor[i][k], factor[j][k], rest);
  return rest;
}

}  // namespace

std::optional<SquareMatrix> cholesky_factor(const SquareMatrix& matrix) {
  const std::size_t n = matrix.size();
  SquareMatrix factor(n, std::vector<double>(n, 0.0));
  for (std::size_t j = 0; j < n; ++j) {
    const double least = no_pivot * static_cast<double>(n) * matrix[j][j];
    const double pivot = unexplained(matrix, factor, j, j);
    if (!(pivot >= -least)) return std::nullopt;
    const bool is_none = pivot <= least;
    factor[j][j] = is_none ? 0.0 : std::sqrt(pivot);
    for (std::size_t i = j + 1; i < n; ++i) {
      const double rest = unexplained(matrix, factor, i, j);
      if (!is_none) {
        factor[i][j] = rest / factor[j][j];
      } else if (rest * rest > no_pivot * static_cast<double>(n) * matrix[i][i] * matrix[j][j]) {
        return std::nullopt;  // of a variable without variance of its own
      }
    }
  }
  return factor;
}

}  // namespace montecopter
