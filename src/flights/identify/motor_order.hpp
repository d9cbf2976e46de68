#pragma once
/// Whether the motors of a log are in the order of the vehicle's rotors, by what turns it.

#include <optional>
#include <vector>

#include "dynamics/linear/calm_air.hpp"
#include "dynamics/vehicles/multirotor.hpp"
#include "flights/identify/drive.hpp"
#include "flights/identify/track.hpp"

namespace montecopter::identify {

struct MotorOrder {
  std::vector<std::size_t> rotor_of;  ///< of each motor of the log
  /// Fractions of the variance of angular accelerations that the motors explain (the mean of the
  /// axes of the body): in this order, and as they are recorded.
  double explained = 0, explained_as_is = 0;
  bool is_only_one = true;  ///< no other order comes near; else it is one of several
};

/// The order in which the recorded motors explain the recorded angular accelerations, if it is
/// another one than the vehicle's and the log decides that: the vehicle's own explains far less.
std::optional<MotorOrder> other_motor_order(const Multirotor& vehicle, const CalmAir& air,
                                            const Drive& drive, const Track& track);

}  // namespace montecopter::identify
