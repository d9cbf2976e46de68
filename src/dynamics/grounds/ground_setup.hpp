#pragma once
/// Set-up of the ground, whatever its type.

#include "dynamics/grounds/ground.hpp"

namespace montecopter {

/// Height [m] of its surface over the origin; 0 where there is none.
double ground_height_m(const Ground& ground);
/// z [m], NED, of its surface; 0, the origin, where there is none.
double ground_z(const Ground& ground);

/// The kernels' data about a ground under a vehicle with so many contact points.
GroundPlan plan_ground(const Ground& ground, std::size_t contact_points, double step_s);

}  // namespace montecopter
