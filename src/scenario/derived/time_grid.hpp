#pragma once
/// Time grid: time is counted in integer steps, t = n * step. Outputs, new noise, command rows and
/// the end of the flight happen after whole numbers of steps.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"
#include "scenario/model/step_range.hpp"

namespace montecopter {

/// Times of a sensor's readings, in steps.
struct SensorTimes {
  std::int64_t every = 1, latency = 0, jitter = 0;
};

/// Number of readings of a late sensor that are in transit at once.
inline std::int64_t under_way(const SensorTimes& times) {
  return (times.latency + times.every - 1) / times.every;
}

/// Times of a closed-loop controller in steps: its updates, and the effect of its commands.
struct LoopTimes {
  std::int64_t every = 1, delay = 0;
  bool continuous = false;
};

/// Number of updates whose commands still wait at the next update, except commands that take effect
/// within a period.
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

/// Callback for each problem; path is dotted ("output.rate_hz", "controller.rows.3").
using ProblemSink = std::function<void(const std::string& path, std::string what, std::string why,
                                       std::string suggestion)>;

/// The time grid of a scenario. The grid is usable only if `problem` was not called.
TimeGrid make_time_grid(const Scenario& scenario, const ProblemSink& problem);

}  // namespace montecopter
