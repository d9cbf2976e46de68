#pragma once
/// Delay and noise of the measured body rate in a controller's feedback, which an estimator passes
/// on from its gyroscope.

#include <Eigen/Core>
#include <cstdint>

#include "plan/plan.hpp"

namespace montecopter {

/// Mean age of the body rate over the updates of a controller [steps]; 0 with feedback of the true
/// state. The age is the latency, half the jitter and the wait for the update. A reading that is
/// the mean over its period is older by half of it. If the last readings are lost, an older one is
/// used. (Attitude, velocity and position are propagated to the present.)
double body_rate_age(const Plan& plan, const Scenario& there, std::int64_t every);

/// Covariance of the white noise of a reading, body axes [rad2 s-2]; 0 for the true state.
Eigen::Matrix3d body_rate_noise(const Scenario& there);

}  // namespace montecopter
