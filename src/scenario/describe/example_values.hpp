#pragma once
/// Values of keys in the example tables of `explain`, where an arbitrary number in range would not
/// be sensible. Values for the example of a single type stand with the type: its `example`
/// (core/fields/fields.hpp).

#include <string_view>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Examples of keys that several types have. A test loads all. The loops suit a vehicle of 1 kg and
/// 0.01 kg m2.
inline constexpr auto example_values = std::to_array<ExampleKey>({
    {"inertia_kg_m2", "{xx = 0.01, yy = 0.01, zz = 0.015}"},
    {"thrust_n_s2", "2e-6"},
    {"torque_n_m_s2", "3e-8"},
    {"thrust_max_n", "8.0"},
    {"torque_max_n_m", "0.12"},
    {"thrust_1_n", "1.0"},
    {"thrust_2_n", "7.0"},
    {"torque_1_n_m", "0.02"},
    {"torque_2_n_m", "0.1"},
    {"max", "2000.0"},
    {"time_constant_s", "0.02"},
    {"time_constant_up_s", "0.02"},
    {"time_constant_down_s", "0.04"},
    {"slew_up_1_s", "20000.0"},
    {"slew_down_1_s", "10000.0"},
    {"to_m_s", "[5.0, 0.0, 0.0]"},
    {"airspeed_m_s", "10.0"},
    {"reference_height_m", "10.0"},
    {"sigma_m_s", "[1.0, 1.0, 0.5]"},
    {"length_m", "[200.0, 200.0, 50.0]"},
    {"wind_20ft_m_s", "7.7"},
    {"height_m", "30.0"},
    {"start_s", "0.5"},
    {"duration_s", "0.2"},
    {"at_s", "0.5"},
    {"rotor", "0"},
    {"rate_hz", "500"},
    {"position_gain_1_s2", "4.0"},
    {"velocity_gain_1_s", "3.0"},
    {"waypoints", R"([
  {position_m = [0.0, 0.0, -3.0], time_s = 0.0},
  {position_m = [2.0, 0.0, -3.0], time_s = 2.0},
  {position_m = [2.0, 2.0, -3.0], time_s = 4.0},
])"},
    {"radius_m", "2.0"},
    {"rate_rad_s", "0.5"},
    {"half_length_m", "3.0"},
    {"low", "0.9"},
    {"high", "1.1"},
    {"mean", "1.0"},
    {"sd", "0.05"},
});

}  // namespace montecopter
