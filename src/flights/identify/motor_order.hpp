#pragma once
/// Whether the motors of a log are in the order of the vehicle's rotors, judged by the angular
/// accelerations.

#include <optional>
#include <vector>

#include "dynamics/linear/calm_air.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "flights/identify/drive.hpp"
#include "flights/identify/track.hpp"

namespace montecopter::identify {

struct MotorOrder {
  std::vector<std::size_t> rotor_of;  ///< for each motor of the log
  /// Fractions of the variance of angular accelerations that the motors explain (mean of the body
  /// axes): in this order, and as recorded.
  double explained = 0, explained_as_is = 0;
  bool is_only_one = true;  ///< no other order comes near; else there are several
};

/// The order in which the recorded motors explain the recorded angular accelerations.
/// Without a value if that is the vehicle's order, or if the log does not decide: the vehicle's own
/// order must explain far less.
std::optional<MotorOrder> other_motor_order(const Multirotor& vehicle, const CalmAir& air,
                                            const Drive& drive, const Track& track);

}  // namespace montecopter::identify
