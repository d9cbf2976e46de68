#pragma once
/// The moments of inertia about the principal axes. For people and checks: Eigen's iteration is no
/// part of any flight.

#include <array>

#include "dynamics/vehicles/rigid_body.hpp"

namespace montecopter {

/// Eigenvalues of the tensor as it is given [kg m2], ascending.
std::array<double, 3> principal_moments(const Inertia& inertia);

}  // namespace montecopter
