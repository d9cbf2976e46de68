#pragma once
/// The datasets that the readings of a sensor become in a result.

#include <string_view>

namespace montecopter {

/// A vehicle carries at most so many sensors.
inline constexpr int max_sensors = 64;

enum class ChannelShape { number, vector, per_rotor };

/// One dataset of readings. All of a sensor, in the order of its outputs.
struct Channel {
  std::string_view name;  ///< below that of the sensor; empty: the sensor reads only this
  ChannelShape shape;
  std::string_view unit, frame, long_name;
  bool always_double = false;  ///< single precision would not resolve it
};

}  // namespace montecopter
