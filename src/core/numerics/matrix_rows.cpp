#include "core/numerics/matrix_rows.hpp"

#include <cstddef>

#include "core/numerics/fixed_order.hpp"

namespace montecopter {

std::optional<MatrixRows> semidefinite_factor(const MatrixRows& matrix) {
  const auto L = fixed_order::cholesky_factor(fixed_order::matrix_of(matrix), 1e-12);
  if (!L) return std::nullopt;
  return fixed_order::rows_of(*L);
}

}  // namespace montecopter
