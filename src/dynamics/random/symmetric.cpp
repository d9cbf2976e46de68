#include "dynamics/random/symmetric.hpp"

#include <fmt/format.h>

namespace montecopter {

bool is_symmetric(const MatrixRows& matrix, std::size_t size, const std::string& what,
                  const NameOfEntry& name, const std::string& key, Problems& problems) {
  const std::string square = fmt::format("the matrix has {0} rows of {0} numbers", size);
  if (matrix.size() != size) {
    problems.error(
        key, fmt::format("{} row{} for {}", matrix.size(), matrix.size() == 1 ? "" : "s", what),
        square);
    return false;
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (matrix[i].size() == size) continue;
    problems.error(fmt::format("{}.{}", key, i),
                   fmt::format("{} number{} in row {} for {}", matrix[i].size(),
                               matrix[i].size() == 1 ? "" : "s", i, what),
                   square);
    return false;
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (matrix[i][j] == matrix[j][i]) continue;
      problems.error(key,
                     fmt::format("{} is {} in row {} and {} in row {}", name(i, j), matrix[i][j], i,
                                 matrix[j][i], j),
                     "the matrix must be symmetric");
      return false;
    }
  }
  return true;
}

}  // namespace montecopter
