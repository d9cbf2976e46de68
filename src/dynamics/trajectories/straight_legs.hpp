#pragma once
/// Straight legs from rest to rest: constant acceleration, constant speed, braking (a trapezoid of
/// speed; a triangle where the leg is too short to reach the speed).

#include <vector>

#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/waypoints.hpp"

namespace montecopter {

/// Shortest time [s] for a leg of that length [m].
double shortest_leg_s(double length_m, double max_speed_m_s, double max_acceleration_m_s2);

/// Time [s] at which each waypoint is reached: its time_s, or else as early as possible.
std::vector<double> arrivals(const WaypointsTrajectory& trajectory);

/// Replaces the pieces of `out`. The arrivals must be possible.
void fit_straight_legs(const WaypointsTrajectory& trajectory, PieceArrays& out);

}  // namespace montecopter
