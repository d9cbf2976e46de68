#pragma once
/// Small motions about a trim: the eigenvalues of the linearised vehicle with its commands held.

#include <complex>
#include <vector>

#include "analyse/trim.hpp"

namespace montecopter {

/// Eigenvalues [1/s] of x' = A x for x = [position, velocity, rotation vector, body rate, motor
/// states], by falling real part; A by central differences.
std::vector<std::complex<double>> modes(const VehicleModel& model, const Trim& trim);

}  // namespace montecopter
