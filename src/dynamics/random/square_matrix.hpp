#pragma once
/// What random numbers need of small symmetric matrices, in plain loops: the bits of a draw must
/// not depend on how a library orders its sums.

#include <optional>
#include <vector>

namespace montecopter {

/// By rows, each as long as there are rows.
using SquareMatrix = std::vector<std::vector<double>>;

/// Lower triangular L with L L^T = `matrix` (Cholesky). A pivot that is nothing but rounding counts
/// as 0, and so does its column: semidefinite matrices, in which some variables are functions of
/// others, have a factor, too. nullopt: the matrix is not positive semidefinite. Only the lower
/// triangle is read.
std::optional<SquareMatrix> cholesky_factor(const SquareMatrix& matrix);

}  // namespace montecopter
