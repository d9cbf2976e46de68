#pragma once
/// The datasets that the readings of a sensor become in a result.

#include <array>
#include <cstddef>
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

/// Numbers of all channels of a sensor; -1 if there are as many as rotors.
template <std::size_t n>
constexpr int width_of(const std::array<Channel, n>& channels) {
  int width = 0;
  for (const Channel& channel : channels) {
    if (channel.shape == ChannelShape::per_rotor) return -1;
    width += channel.shape == ChannelShape::vector ? 3 : 1;
  }
  return width;
}

}  // namespace montecopter
