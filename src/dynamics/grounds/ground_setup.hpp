#pragma once
/// Set-up of the ground, whatever its type.

#include "dynamics/grounds/ground.hpp"

namespace montecopter {

/// Height [m] of its surface over the origin; 0 where there is none.
double ground_height_m(const Ground& ground);
/// z [m], NED, of its surface; 0, the origin, where there is none.
double ground_z(const Ground& ground);
/// Its slope; level for types without one.
GroundSlope ground_slope(const Ground& ground);
/// z [m], NED, of its surface below or above a place [m], north and east of the origin.
double ground_z_at(const Ground& ground, double north_m, double east_m);

/// The kernels' data about a ground under a vehicle with so many contact points.
GroundPlan plan_ground(const Ground& ground, std::size_t contact_points, double step_s);

}  // namespace montecopter
