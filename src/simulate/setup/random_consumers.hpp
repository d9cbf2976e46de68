#pragma once
/// What flights draw: every consumer of random numbers by the name of its stream
/// (docs/random-numbers.md), for `montecopter plan`. It is read off the plan that the kernels fly
/// by, so that a consumer is named where its numbers change a flight, and only there.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace montecopter {

struct RandomConsumer {
  std::string stream;                     ///< "imu0.gyroscope.white"
  std::string drives;                     ///< "white noise of the readings"
  std::int64_t numbers = 1;               ///< at a time
  std::optional<double> rate_hz;          ///< none: once, or at no regular times
  std::optional<std::int64_t> in_flight;  ///< numbers up to its end; none: that depends on it
  std::optional<std::int64_t> in_all;     ///< numbers of all flights, each to its end
};

/// In the order of random-numbers.md: process noise, winds, sensors, estimator, dispersed inputs.
std::vector<RandomConsumer> random_consumers(const Plan& plan);

}  // namespace montecopter
