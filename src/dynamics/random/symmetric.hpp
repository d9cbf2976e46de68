#pragma once
/// Common part of correlation and covariance matrices.

#include <functional>
#include <string>

#include "core/fields/problems.hpp"
#include "core/numerics/matrix_rows.hpp"

namespace montecopter {

/// "the rank correlation of 'a' and 'b'", for a row and a column.
using NameOfEntry = std::function<std::string(std::size_t row, std::size_t column)>;

/// Whether the matrix of that key has `size` rows of as many numbers and is symmetric; complains if
/// not. `what` has so many, for example "2 inputs".
bool is_symmetric(const MatrixRows& matrix, std::size_t size, const std::string& what,
                  const NameOfEntry& name, const std::string& key, Problems& problems);

}  // namespace montecopter
