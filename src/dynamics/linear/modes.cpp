#include "dynamics/linear/modes.hpp"

#include <algorithm>

#include "core/numerics/eigenvalues.hpp"
#include "dynamics/linear/linear_model.hpp"

namespace montecopter {

std::vector<std::complex<double>> modes(const Eigen::VectorXd& at, const StateRates& rates) {
  const Eigen::MatrixXd slope = state_matrix(at, rates);
  const Eigen::VectorXcd values = eigenvalues(slope);
  std::vector<std::complex<double>> sorted(values.data(), values.data() + values.size());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
  });
  return sorted;
}

}  // namespace montecopter
