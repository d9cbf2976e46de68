#pragma once
/// Delay and noise of the measured body rate in the feedback of a controller, which an estimator
/// passes on from its gyroscope.

#include <Eigen/Core>
#include <cstdint>

#include "plan/plan.hpp"

namespace montecopter {

/// How old it is on average over the updates of a controller that acts every so many steps [steps];
/// 0 with feedback of the true state. A reading is late by its latency, by half of the jitter and
/// by the wait for the update, one that is the mean over its period by half of that; where the last
/// readings are lost, an older one stands. (Attitude, velocity and position are propagated to the
/// present.)
double body_rate_age(const Plan& plan, const Scenario& there, std::int64_t every);

/// Covariance of the white noise of a reading, body axes [rad2 s-2]; 0 of the true state.
Eigen::Matrix3d body_rate_noise(const Scenario& there);

}  // namespace montecopter
