#pragma once
/// Set-up of the ground, whatever its type.

#include "dynamics/environment/ground.hpp"

namespace montecopter {

/// z [m], NED, of its surface; 0, the origin, where there is none.
double ground_z(const Ground& ground);

}  // namespace montecopter
