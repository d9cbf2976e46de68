#pragma once
/// When a sensor reads, and how old and how reliable its readings are: the keys, in seconds.
///
/// scenario/derived/time_grid.cpp makes steps of them, which SensorPlan
/// (simulate/border/sensor_plan.hpp) has as every, latency and jitter. ReadingTimes
/// (simulate/lanes/) measures a reading that many steps before it comes out. Until then it waits in
/// a ring of its sensor, for an estimator in LateReadings, for a firmware in the loop in
/// SensedReadings.

#include <optional>
#include <string>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Reading k comes out at k / rate_hz and shows the world as it was latency_s earlier, or up to
/// jitter_s more. All of them are whole numbers of steps.
struct Timing {
  Rate rate_hz = required_rate;
  double latency_s = 0.0;
  double jitter_s = 0.0;
  double dropout = 0.0;
  std::optional<std::string> recorded;

  static constexpr auto fields() {
    using T = Timing;
    return FieldList{
        field("rate_hz", &T::rate_hz, "Hz", positive, Vary::fixed,
              "Readings per second; the period is a whole number of steps"),
        field("latency_s", &T::latency_s, units::time, non_negative, Vary::fixed,
              "Age of a reading at its output, a whole number of steps"),
        field("jitter_s", &T::jitter_s, units::time, non_negative, Vary::fixed,
              "Largest additional age of a reading, uniformly distributed over whole steps"),
        field("dropout", &T::dropout, "1", between(0, 1), Vary::per_sample,
              "Probability that a reading is lost"),
        field("recorded", &T::recorded,
              "Readings stored for traced samples: \"all\", \"none\" or \"every:K\" (readings 0, "
              "K, 2K, ...); default: output.readings"),
    };
  }
};

}  // namespace montecopter
