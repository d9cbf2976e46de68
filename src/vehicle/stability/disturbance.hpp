#pragma once
/// Tilt of a hovering multirotor in a closed loop after a constant disturbance begins. A push is a
/// column [acceleration [m/s2, NED], angular acceleration [rad/s2, FRD]] of the vehicle at rest.

#include <Eigen/Core>

#include "dynamics/linear/calm_air.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// Pushes of 1 N m about the body axes x and y.
Eigen::MatrixXd push_of_moments(const Multirotor& vehicle);

/// Pushes by winds of this speed [m/s] to the north and to the east.
Eigen::MatrixXd push_of_winds(const Multirotor& vehicle, const CalmAir& air,
                              const CommandedModel& hover, double speed_m_s);

/// Moments about the body axes x and y [N m] that begin to act when a rotor stops in hover: a
/// column for each rotor.
Eigen::MatrixXd moments_of_lost_rotors(const Multirotor& vehicle, const CalmAir& air,
                                       const CommandedModel& hover);

/// Largest tilt [rad] of a stable loop after each case, by roll and pitch. A case is a sum of
/// pushes: [push][case]. x' = A x + E d with d from 0 on is solved exactly at the updates. `loop`
/// is closed(hover). The peak is sought over the first minute, at instants whose spacing grows with
/// time t, from t / `instants` down to half of that.
Eigen::VectorXd peak_tilts_rad(const HoverLoop& hover, const LoopModel& loop,
                               const Eigen::MatrixXd& pushes, const Eigen::MatrixXd& cases,
                               Eigen::Index instants = 100);

}  // namespace montecopter
