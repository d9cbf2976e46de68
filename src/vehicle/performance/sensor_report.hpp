#pragma once
/// Reports on sensors: a table of their noise, and the Allan deviation of their readings beside
/// theory.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/table.hpp"
#include "core/statistics/allan.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "vehicle/performance/sensor_noise.hpp"

namespace montecopter {

/// A measured curve and its theory.
struct ChannelAllan {
  NoisyChannel channel;
  AllanCurve curve;
  std::vector<double> expected;  ///< deviation at each point of the curve
  std::vector<double> off;       ///< measured minus expected, in standard deviations; NaN: no noise

  /// The largest deviation, regardless of its sign; 0 without noise.
  double worst_off() const;
};

/// Computes the curve at octaves of the period. Throws Error(usage) if the readings are too few.
ChannelAllan channel_allan(const NoisyChannel& channel, std::span<const double> readings);

/// Table with one row per number that a sensor reads.
std::string sensors_text(const Sensors& sensors, std::size_t width = usual_table_width);
std::string sensors_json(const Sensors& sensors);

/// Text with the source of the readings: "an hour at rest", "sample 3 of hover.h5"; for a result,
/// whether its samples were verified by their hashes.
std::string allan_text(std::span<const ChannelAllan> channels, const std::string& source,
                       std::size_t width = usual_table_width);
std::string allan_json(std::span<const ChannelAllan> channels, const std::string& source,
                       std::optional<bool> verified);

}  // namespace montecopter
