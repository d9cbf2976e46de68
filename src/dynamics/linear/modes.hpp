#pragma once
/// Linearisation about a trim: the eigenvalues of the linearised vehicle with its commands held.

#include <Eigen/Core>
#include <complex>
#include <functional>
#include <vector>

namespace montecopter {

/// x' of a state x = [position, velocity, attitude, body rate, actuators], commands held.
using StateRates = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// Eigenvalues [1/s] of x' = A x for x = [position, velocity, rotation vector, body rate,
/// actuators] about a state at rest, by falling real part; A by central differences.
std::vector<std::complex<double>> modes(const Eigen::VectorXd& at, const StateRates& rates);

}  // namespace montecopter
