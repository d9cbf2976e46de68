#pragma once
/// Time is integer steps: t = n * step. Everything that happens at a time of its own (outputs, new
/// noise, command rows, the end) does so after a whole number of steps.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"
#include "scenario/model/step_range.hpp"

namespace montecopter {

/// When a sensor reads, in steps.
struct SensorTimes {
  std::int64_t every = 1, latency = 0, jitter = 0;
};

/// Readings of a late sensor that are on their way at once.
inline std::int64_t under_way(const SensorTimes& times) {
  return (times.latency + times.every - 1) / times.every;
}

/// When a controller of a closed loop is updated, and when its commands take effect, in steps.
struct LoopTimes {
  std::int64_t every = 1, delay = 0;
  bool continuous = false;
};

/// Updates whose commands wait when the next are computed, but for those that take effect within a
/// period.
inline std::int64_t pending_updates(std::int64_t every, std::int64_t delay) {
  return delay > every ? (delay - 1) / every : 0;
}

struct TimeGrid {
  double step_s = 0;  ///< rounded once from the exact rate, or as given
  std::int64_t steps = 0;
  std::int64_t noise_every = 1;             ///< steps per period of the process noise
  std::int64_t output_every = 1;            ///< steps per row of the traces
  std::vector<std::int64_t> command_steps;  ///< step at which each row starts: commands, set-points
  LoopTimes control;                        ///< of a closed loop
  std::vector<SensorTimes> sensors;         ///< in the order of for_each_sensor
  std::vector<StepRange> windows;           ///< in the order of their names
};

/// Called once per problem; path is dotted ("output.rate_hz", "controller.rows.3").
using ProblemSink = std::function<void(const std::string& path, std::string what, std::string why,
                                       std::string suggestion)>;

/// The time grid of a scenario. The grid is usable only if `problem` was not called.
TimeGrid make_time_grid(const Scenario& scenario, const ProblemSink& problem);

}  // namespace montecopter
