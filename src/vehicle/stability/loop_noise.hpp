#pragma once
/// Command noise of a closed loop at hover, caused by gyroscope noise.

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>

#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// Standard deviations of the commands of a stable sampled loop whose measured body rates have
/// white errors with this covariance, new at every update. They follow from the stationary
/// covariance P = L P L' + G N G' of its states, and include the feed-through. Noise of attitude,
/// velocity and position, which a filter has smoothed, is left out.
Eigen::VectorXd command_deviations(const LoopModel& loop, const Eigen::Matrix3d& rate_noise);

/// Largest ratio of these to the command's margin to its nearer limit. 0: there is no estimate.
double noise_fraction(const Scenario& there, const LoopModel& loop);

/// Threshold for a warning.
inline constexpr double most_noise_fraction = 1.0 / 3;

/// Warns if the noise exceeds a third of a command's margin to its nearer limit. (An X500 whose
/// commands took 27, 38 and 50 % of it could not follow 2, 15 and 32 % of them in full.) nullopt:
/// it is less, or there is no estimate.
std::optional<Problem> noise_warning(const Plan& plan, const Scenario& there, const LoopModel& loop,
                                     const std::string& where, std::int64_t point);

}  // namespace montecopter
