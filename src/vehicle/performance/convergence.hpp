#pragma once
/// Errors of flights with ever shorter steps, from their differences: Richardson extrapolation. L.
/// F. Richardson, Phil. Trans. R. Soc. A 210 (1911); P. J. Roache, J. Fluids Eng. 116 (1994).

#include <cstddef>
#include <optional>
#include <vector>

namespace montecopter {

/// Convergence of a quantity at steps h, h/2, h/4, ...
struct Convergence {
  std::vector<double> errors;  ///< estimate for each step
  std::vector<double> orders;  ///< observed, each from three steps; NaN where rounding hides it
};

/// Extrapolates `differences`, the largest difference d_k between each step and the next shorter
/// one. If the error is C h^p, then d_k = C h^p (1 - 2^-p): the order is log2(d_k / d_k+1), and the
/// error d_k / (1 - 2^-p). Where rounding (below `floor`) hides the order, the order of a longer
/// step applies, or `expected_order`. Infinite differences give infinite errors.
Convergence extrapolate(const std::vector<double>& differences, double expected_order,
                        double floor);

/// Longest good step from which on all shorter ones are good, too; steps are in descending order.
/// Where errors do not fall with the step (a limit, a contact), a step can be good by chance.
std::optional<std::size_t> longest_reliable(const std::vector<bool>& is_good);

}  // namespace montecopter
