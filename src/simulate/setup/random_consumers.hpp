#pragma once
/// Random numbers of flights: every consumer by the name of its stream (docs/random-numbers.md),
/// for `montecopter plan`. The list comes from the plan that the kernels fly. It therefore names a
/// consumer exactly where its numbers change a flight.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace montecopter {

struct RandomConsumer {
  std::string stream;             ///< "imu0.gyroscope.white"
  std::string drives;             ///< "white noise of the readings"
  std::int64_t numbers = 1;       ///< numbers at a time
  std::optional<double> rate_hz;  ///< none: once, or at no regular times
  std::optional<std::int64_t>
      in_flight;                       ///< numbers up to its end; none: that depends on the flight
  std::optional<std::int64_t> in_all;  ///< numbers of all flights, each to its end
};

/// All consumers in the order of random-numbers.md: process noise, winds, sensors, estimator,
/// dispersed inputs.
std::vector<RandomConsumer> random_consumers(const Plan& plan);

}  // namespace montecopter
