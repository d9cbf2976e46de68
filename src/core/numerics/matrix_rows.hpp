#pragma once
/// Matrices as files and scenarios have them: row after row. (Whatever includes a scenario would
/// take a second longer to compile with Eigen.)

#include <optional>
#include <vector>

namespace montecopter {

using MatrixRows = std::vector<std::vector<double>>;

/// fixed_order::cholesky_factor() of a positive semidefinite matrix, but for the rounding of
/// numbers that users write with a dozen digits. Draws depend on its bits.
std::optional<MatrixRows> semidefinite_factor(const MatrixRows& matrix);

}  // namespace montecopter
