#pragma once
/// The correlation matrix that an invalid matrix was probably meant to be.

#include "core/numerics/matrix_rows.hpp"

namespace montecopter {

/// The correlation matrix that is nearest to a symmetric matrix by the sum of squares of all
/// differences, with eigenvalues of `least` and more: alternating projections with Dykstra's
/// correction (N. Higham, "Computing the nearest correlation matrix - a problem from finance", IMA
/// J. Numer. Anal. 22 (2002), 329-343, algorithm 3.3).
MatrixRows nearest_correlation_matrix(const MatrixRows& matrix, double least = 0.0);

}  // namespace montecopter
