#pragma once
/// Metrics of a sample's closed loop at hover, which are no part of its flight: of all commanded
/// axes, and of each.

#include <array>

#include "plan/metrics/metric.hpp"

namespace montecopter {

inline constexpr std::string_view no_hover = "the vehicle has no hover within its limits";

inline constexpr auto margin_metrics = std::to_array<FlightMetric>({
    {{"gain_margin_db", "dB",
      "smallest gain margin of a commanded axis at hover, upwards or downwards, at most 100",
      no_hover},
     [](const FlownSample& f) { return f.margins.gain_db; }},
    {{"phase_margin_deg", "degree", "least phase margin of a commanded axis at hover, at most 180",
      no_hover},
     [](const FlownSample& f) { return f.margins.phase_deg; }},
    {{"delay_margin_s", "s",
      "delay margin: additional delay of all commands at which the loop becomes unstable at hover, "
      "at most 100 periods of the controller",
      no_hover},
     [](const FlownSample& f) { return f.margins.delay_s; }},
    {{"disk_margin", "1", "disk margin of all commanded axes at once at hover", no_hover},
     [](const FlownSample& f) { return f.margins.disk; }},
});

/// Of one axis, by its place in commanded_axes().
template <std::size_t axis>
double gain_margin_of(const FlownSample& f) {
  return f.margins.axes[axis].gain_db;
}
template <std::size_t axis>
double phase_margin_of(const FlownSample& f) {
  return f.margins.axes[axis].phase_deg;
}

inline constexpr auto attitude_margin_metrics = std::to_array<FlightMetric>({
    {{"roll_gain_margin_db", "dB", "gain margin of roll at hover, at most 100", no_hover},
     gain_margin_of<1>},
    {{"roll_phase_margin_deg", "degree", "phase margin of roll at hover, at most 180", no_hover},
     phase_margin_of<1>},
    {{"pitch_gain_margin_db", "dB", "gain margin of pitch at hover, at most 100", no_hover},
     gain_margin_of<2>},
    {{"pitch_phase_margin_deg", "degree", "phase margin of pitch at hover, at most 180", no_hover},
     phase_margin_of<2>},
    {{"yaw_gain_margin_db", "dB", "gain margin of yaw at hover, at most 100", no_hover},
     gain_margin_of<3>},
    {{"yaw_phase_margin_deg", "degree", "phase margin of yaw at hover, at most 180", no_hover},
     phase_margin_of<3>},
});

/// Set-points say how much thrust there is to be, so that nothing is fed back to it.
inline constexpr auto thrust_margin_metrics = std::to_array<FlightMetric>({
    {{"thrust_gain_margin_db", "dB", "gain margin of thrust at hover, at most 100", no_hover},
     gain_margin_of<0>},
    {{"thrust_phase_margin_deg", "degree", "phase margin of thrust at hover, at most 180",
      no_hover},
     phase_margin_of<0>},
});

inline constexpr auto servo_margin_metrics = std::to_array<FlightMetric>({
    {{"collective_gain_margin_db", "dB", "gain margin of collective at hover, at most 100",
      no_hover},
     gain_margin_of<0>},
    {{"collective_phase_margin_deg", "degree", "phase margin of collective at hover, at most 180",
      no_hover},
     phase_margin_of<0>},
    {{"cyclic_x_gain_margin_db", "dB", "gain margin of cyclic_x at hover, at most 100", no_hover},
     gain_margin_of<1>},
    {{"cyclic_x_phase_margin_deg", "degree", "phase margin of cyclic_x at hover, at most 180",
      no_hover},
     phase_margin_of<1>},
    {{"cyclic_y_gain_margin_db", "dB", "gain margin of cyclic_y at hover, at most 100", no_hover},
     gain_margin_of<2>},
    {{"cyclic_y_phase_margin_deg", "degree", "phase margin of cyclic_y at hover, at most 180",
      no_hover},
     phase_margin_of<2>},
    {{"tail_gain_margin_db", "dB", "gain margin of tail at hover, at most 100", no_hover},
     gain_margin_of<3>},
    {{"tail_phase_margin_deg", "degree", "phase margin of tail at hover, at most 180", no_hover},
     phase_margin_of<3>},
    {{"throttle_gain_margin_db", "dB", "gain margin of throttle at hover, at most 100", no_hover},
     gain_margin_of<4>},
    {{"throttle_phase_margin_deg", "degree", "phase margin of throttle at hover, at most 180",
      no_hover},
     phase_margin_of<4>},
});

}  // namespace montecopter
