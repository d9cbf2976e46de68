#pragma once
/// Rotor speed by the time between two passes of a mark.

#include <array>
#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/elementary.hpp"
#include "dynamics/sensors/channel.hpp"
#include "dynamics/sensors/declared_needs.hpp"
#include "dynamics/sensors/rotor_clock.hpp"
#include "dynamics/sensors/timing.hpp"

namespace montecopter {

/// Once per turn of a rotor a mark passes, and the time is taken with an error. A reading is the
/// speed of the turn completed last: 2 pi over the time between its passes; no sign.
struct RotorSpeedSensor : Timing {
  static constexpr std::string_view key = "rotor_speed";
  static constexpr std::string_view doc = "Speed of each rotor, from the time of each turn";
  static constexpr std::array<Channel, 1> channels = {{
      {"", ChannelShape::per_rotor, "rad s-1", "", "reading of the speed of each rotor"},
  }};
  static constexpr SensorNeeds needs = {.rotor_speeds = true};
  static std::optional<ReadingLimits> reading_limits() { return std::nullopt; }

  double time_noise_s = 0.0;

  template <class S>
  using Clock = RotorClock<S>;
  template <class S>
  using Constants = RotorClockConstants<S>;

  std::optional<Constants<double>> fold(double step_s) const {
    constexpr double full_turn = 4.0 * elementary::half_pi_high;
    return Constants<double>{step_s / full_turn, step_s, time_noise_s};
  }

  static constexpr auto fields() {
    using R = RotorSpeedSensor;
    return join(
        Timing::fields(),
        FieldList{field("time_noise_s", &R::time_noise_s, units::time, non_negative,
                        Vary::per_sample, "Standard deviation of the time stamp of each pass")});
  }
};

}  // namespace montecopter
