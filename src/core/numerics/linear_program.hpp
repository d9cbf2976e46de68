#pragma once
/// Linear programs of a few bounded variables: what a vehicle's rotors can do at most.

#include <Eigen/Core>
#include <optional>

namespace montecopter {

/// The greatest objective . x with equations x = values and low <= x <= high.
struct LinearProgram {
  Eigen::VectorXd objective;
  Eigen::MatrixXd equations;  ///< a row each; fewer rows than columns, of any scale
  Eigen::VectorXd values;     ///< of the rows
  Eigen::VectorXd low, high;  ///< finite, low <= high
};

/// An x that solves it, by the simplex method for bounded variables (V. Chvatal, "Linear
/// Programming", 1983, chapter 8) with Bland's rule, so that it ends. nullopt: no x within the
/// bounds satisfies the equations, or numbers are not finite.
std::optional<Eigen::VectorXd> maximised(const LinearProgram& program);

}  // namespace montecopter
