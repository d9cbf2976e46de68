#pragma once
/// Margins of a sample's closed loop at hover, over all commanded axes and of each axis. They are
/// no part of the flight.

#include <array>
#include <cstddef>
#include <string_view>

#include "dynamics/vehicles/vehicle.hpp"
#include "plan/metrics/metric.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

inline constexpr std::string_view no_hover = "the vehicle has no hover within its limits";

/// Whether the scenario asks for margins of this kind of vehicle.
template <class Kind>
bool has_margins_of(const Scenario& scenario) {
  return scenario.output.margins && std::holds_alternative<Kind>(*scenario.vehicle);
}

inline constexpr auto margin_metrics = std::to_array<FlightMetric>({
    {{"gain_margin_db", "dB",
      "smallest gain margin (increase or decrease) of any commanded axis at hover, at most 100",
      no_hover},
     [](const FlownSample& f) { return f.margins.gain_db; }},
    {{"phase_margin_deg", "degree",
      "smallest phase margin of any commanded axis at hover, at most 180", no_hover},
     [](const FlownSample& f) { return f.margins.phase_deg; }},
    {{"delay_margin_s", "s",
      "delay margin: additional delay of all commands at which the loop becomes unstable at hover, "
      "at most 100 periods of the controller",
      no_hover},
     [](const FlownSample& f) { return f.margins.delay_s; }},
    {{"disk_margin", "1", "disk margin of all commanded axes at once at hover", no_hover},
     [](const FlownSample& f) { return f.margins.disk; }},
});

inline constexpr MetricGroup margin_group = {"with output.margins = true",
                                             [](const Scenario& s) { return s.output.margins; },
                                             margin_metrics};

consteval std::size_t wrench_axis(std::string_view name) { return axis_index(wrench_axes, name); }
consteval std::size_t servo_axis(std::string_view name) {
  return axis_index(helicopter_controls, name);
}

/// Gain margin of one axis, by its place in commanded_axes().
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
     gain_margin_of<wrench_axis("roll")>},
    {{"roll_phase_margin_deg", "degree", "phase margin of roll at hover, at most 180", no_hover},
     phase_margin_of<wrench_axis("roll")>},
    {{"pitch_gain_margin_db", "dB", "gain margin of pitch at hover, at most 100", no_hover},
     gain_margin_of<wrench_axis("pitch")>},
    {{"pitch_phase_margin_deg", "degree", "phase margin of pitch at hover, at most 180", no_hover},
     phase_margin_of<wrench_axis("pitch")>},
    {{"yaw_gain_margin_db", "dB", "gain margin of yaw at hover, at most 100", no_hover},
     gain_margin_of<wrench_axis("yaw")>},
    {{"yaw_phase_margin_deg", "degree", "phase margin of yaw at hover, at most 180", no_hover},
     phase_margin_of<wrench_axis("yaw")>},
});

inline constexpr MetricGroup attitude_margin_group = {"of multirotors with output.margins = true",
                                                      has_margins_of<Multirotor>,
                                                      attitude_margin_metrics};

/// Set-points give the thrust, so the thrust axis has no feedback with them.
inline constexpr auto thrust_margin_metrics = std::to_array<FlightMetric>({
    {{"thrust_gain_margin_db", "dB", "gain margin of thrust at hover, at most 100", no_hover},
     gain_margin_of<wrench_axis("thrust")>},
    {{"thrust_phase_margin_deg", "degree", "phase margin of thrust at hover, at most 180",
      no_hover},
     phase_margin_of<wrench_axis("thrust")>},
});

inline constexpr MetricGroup thrust_margin_group = {
    "of multirotors with output.margins = true, along a trajectory",
    [](const Scenario& s) { return has_margins_of<Multirotor>(s) && s.trajectory; },
    thrust_margin_metrics};

inline constexpr auto servo_margin_metrics = std::to_array<FlightMetric>({
    {{"collective_gain_margin_db", "dB", "gain margin of collective at hover, at most 100",
      no_hover},
     gain_margin_of<servo_axis("collective")>},
    {{"collective_phase_margin_deg", "degree", "phase margin of collective at hover, at most 180",
      no_hover},
     phase_margin_of<servo_axis("collective")>},
    {{"cyclic_x_gain_margin_db", "dB", "gain margin of cyclic_x at hover, at most 100", no_hover},
     gain_margin_of<servo_axis("cyclic_x")>},
    {{"cyclic_x_phase_margin_deg", "degree", "phase margin of cyclic_x at hover, at most 180",
      no_hover},
     phase_margin_of<servo_axis("cyclic_x")>},
    {{"cyclic_y_gain_margin_db", "dB", "gain margin of cyclic_y at hover, at most 100", no_hover},
     gain_margin_of<servo_axis("cyclic_y")>},
    {{"cyclic_y_phase_margin_deg", "degree", "phase margin of cyclic_y at hover, at most 180",
      no_hover},
     phase_margin_of<servo_axis("cyclic_y")>},
    {{"tail_gain_margin_db", "dB", "gain margin of tail at hover, at most 100", no_hover},
     gain_margin_of<servo_axis("tail")>},
    {{"tail_phase_margin_deg", "degree", "phase margin of tail at hover, at most 180", no_hover},
     phase_margin_of<servo_axis("tail")>},
    {{"throttle_gain_margin_db", "dB", "gain margin of throttle at hover, at most 100", no_hover},
     gain_margin_of<servo_axis("throttle")>},
    {{"throttle_phase_margin_deg", "degree", "phase margin of throttle at hover, at most 180",
      no_hover},
     phase_margin_of<servo_axis("throttle")>},
});

inline constexpr MetricGroup servo_margin_group = {
    "of helicopters with output.margins = true", has_margins_of<Helicopter>, servo_margin_metrics};

}  // namespace montecopter
