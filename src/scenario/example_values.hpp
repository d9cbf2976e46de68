#pragma once
/// Values of the tables that `explain` shows, where any number in range would not do.

#include <array>
#include <string_view>

namespace montecopter {

/// What a key is set to in an example.
struct ExampleValue {
  std::string_view owner;  ///< the type, or the key of the table that it is in; empty: any
  std::string_view key;    ///< of the owner; a dotted one, or an optional one, is shown besides
  std::string_view value;  ///< TOML
};

/// The only list of them; that of an owner goes before that of any. A test loads all examples. The
/// loops suit a vehicle of 1 kg and 0.01 kg m2; the helicopter is scenarios/vehicles/marvin.toml.
inline constexpr std::array<ExampleValue, 145> example_values = {{
    // vehicles and their parts
    {"multirotor", "rotor.axis", "[0.0, 0.0, -1.0]"},
    {"multirotor", "rotor.law",
     R"({type = "quadratic", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8})"},
    {"multirotor", "rotor.motor",
     R"({type = "first_order", time_constant_s = 0.02, max = 2000.0})"},
    {"multirotor", "rotors", R"([
  {position_m = [0.1, 0.1, 0.0], spin = 1},
  {position_m = [-0.1, -0.1, 0.0], spin = 1},
  {position_m = [0.1, -0.1, 0.0], spin = -1},
  {position_m = [-0.1, 0.1, 0.0], spin = -1},
])"},
    {"", "inertia_kg_m2", "{xx = 0.01, yy = 0.01, zz = 0.015}"},
    {"", "thrust_n_s2", "2e-6"},
    {"", "torque_n_m_s2", "3e-8"},
    {"", "thrust_max_n", "8.0"},
    {"", "torque_max_n_m", "0.12"},
    {"", "thrust_1_n", "1.0"},
    {"", "thrust_2_n", "7.0"},
    {"", "torque_1_n_m", "0.02"},
    {"", "torque_2_n_m", "0.1"},
    {"performance_table", "diameter_m", "0.25"},
    {"performance_table", "advance_ratio", "[0.0, 0.4, 0.8]"},
    {"performance_table", "thrust_coefficient", "[0.11, 0.09, 0.03]"},
    {"performance_table", "power_coefficient", "[0.045, 0.042, 0.022]"},
    {"", "max", "2000.0"},
    {"", "time_constant_s", "0.02"},
    {"", "time_constant_up_s", "0.02"},
    {"", "time_constant_down_s", "0.04"},
    {"", "slew_up_1_s", "20000.0"},
    {"", "slew_down_1_s", "10000.0"},
    {"helicopter", "frame", R"("NWU/FLU")"},
    {"helicopter", "mass_kg", "11.0"},
    {"helicopter", "inertia_kg_m2", "{xx = 0.6, yy = 1.0, zz = 1.0}"},
    {"main_rotor", "position_m", "[0.019, 0.013, 0.0]"},
    {"main_rotor", "inner_radius_m", "0.1"},
    {"main_rotor", "outer_radius_m", "0.92"},
    {"main_rotor", "inertia_kg_m2", "0.184"},
    {"tail_rotor", "arm_m", "1.045"},
    {"tail_rotor", "gear_ratio", "5.667"},
    {"tail_rotor", "inner_radius_m", "0.05"},
    {"tail_rotor", "outer_radius_m", "0.17"},
    {"tail_rotor", "inertia_kg_m2", "0.00029"},
    {"operating_points", "mass_kg", "11.0"},
    {"first_hover", "rotor_speed_rad_s", "120.0"},
    {"first_hover", "roll_rad", "0.092"},
    {"first_hover", "collective", "1030.0"},
    {"first_hover", "tail", "-205.0"},
    {"first_hover", "throttle", "730.0"},
    {"first_hover", "tail_torque_n_m", "0.2"},
    {"first_hover", "friction_torque_n_m", "0.7"},
    {"second_hover", "rotor_speed_rad_s", "130.0"},
    {"second_hover", "roll_rad", "0.0998"},
    {"second_hover", "collective", "839.0"},
    {"servos", "time_constant_s", "0.4"},
    // surroundings
    {"angles", "strength_t", "4.8e-5"},
    {"angles", "inclination_deg", "64.0"},
    {"angles", "declination_deg", "3.0"},
    {"spring_damper", "stiffness_n_m", "1000.0"},
    {"spring_damper", "damping_n_s_m", "20.0"},
    {"", "to_m_s", "[5.0, 0.0, 0.0]"},
    {"", "airspeed_m_s", "10.0"},
    {"ramp", "duration_s", "2.0"},
    {"sinusoid", "frequency_hz", "0.5"},
    {"one_minus_cosine", "length_m", "10.0"},
    {"", "reference_height_m", "10.0"},
    {"log_shear", "roughness_m", "0.03"},
    {"time_series", "rows", "[[0.0, 0.0, 0.0, 0.0], [1.0, 5.0, 0.0, 0.0]]"},
    {"grid", "rows", R"([
  [0.0, 0.0, -100.0, 8.0, 0.0, 0.0],
  [0.0, 0.0, 0.0, 2.0, 0.0, 0.0],
])"},
    {"", "sigma_m_s", "[1.0, 1.0, 0.5]"},
    {"", "length_m", "[200.0, 200.0, 50.0]"},
    {"", "wind_20ft_m_s", "7.7"},
    {"", "height_m", "30.0"},
    {"force_pulse", "force_n", "[1.0, 0.0, 0.0]"},
    {"torque_pulse", "torque_n_m", "[0.01, 0.0, 0.0]"},
    {"", "start_s", "0.5"},
    {"", "duration_s", "0.2"},
    {"", "at_s", "0.5"},
    {"", "rotor", "0"},
    {"sensor_outage", "sensor", R"("imu.gyroscope")"},
    {"mass_drop", "mass_kg", "0.2"},
    {"gain_change", "factor", "0.5"},
    {"battery_sag", "voltage_drop_v", "0.5"},
    // loops
    {"", "rate_hz", "500"},
    {"command_table", "rows", R"([
  [0.0, 1100.0, 1100.0, 1100.0, 1100.0],
  [0.5, 1120.0, 1120.0, 1080.0, 1080.0],
])"},
    {"", "position_gain_1_s2", "4.0"},
    {"", "velocity_gain_1_s", "3.0"},
    {"", "attitude_gain_n_m", "0.8"},
    {"", "rate_gain_n_m_s", "0.16"},
    {"indi", "attitude_gain_1_s2", "79.0"},
    {"indi", "rate_gain_1_s", "15.8"},
    {"indi", "motor_time_constant_s", "0.02"},
    {"position", "position_gain_1_s", "1.0"},
    {"position", "velocity_gain_1_s", "2.0"},
    {"attitude", "gain_1_s", "6.5"},
    {"body_rate", "gain_1_s", "20.0"},
    {"set_points", "rows", "[[0.0, 0.0, 0.0, 0.0, 9.81], [0.5, 0.2, 0.0, 0.0, 9.81]]"},
    {"lqr", "position_weight_1_m2", "4.0"},
    {"lqr", "attitude_weight_1_rad2", "8.0"},
    {"lqr", "command_weights", "[0.02, 1.0, 1.0, 50.0]"},
    // requirements
    {"probability", "metric", R"("max_tilt_deg")"},
    {"probability", "at_most", "35.0"},
    {"probability", "probability", "0.99"},
    {"quantile", "metric", R"("max_tilt_deg")"},
    {"quantile", "at_most", "30.0"},
    {"quantile", "quantile", "0.95"},
    {"mean", "metric", R"("final_position_error_m")"},
    {"mean", "at_most", "0.5"},
    {"mean", "between", "[0.0, 20.0]"},
    {"failures", "at_most", "0.01"},
    {"failures", "text", R"("At most one flight in 100 fails")"},
    // trajectories
    {"step", "step_m", "[1.0, 0.0, 0.0]"},
    {"waypoints", "max_speed_m_s", "2.0"},
    {"waypoints", "max_acceleration_m_s2", "1.0"},
    {"waypoints", "waypoints", R"([
  {position_m = [0.0, 0.0, -3.0]},
  {position_m = [4.0, 0.0, -3.0]},
])"},
    {"", "waypoints", R"([
  {position_m = [0.0, 0.0, -3.0], time_s = 0.0},
  {position_m = [2.0, 0.0, -3.0], time_s = 2.0},
  {position_m = [2.0, 2.0, -3.0], time_s = 4.0},
])"},
    {"", "radius_m", "2.0"},
    {"", "rate_rad_s", "0.5"},
    {"", "half_length_m", "3.0"},
    {"lissajous", "amplitude_m", "[2.0, 1.0, 0.5]"},
    {"lissajous", "rate_rad_s", "[0.5, 1.0, 0.5]"},
    {"helix", "climb_m_s", "0.2"},
    {"polynomial", "rows", R"([
  [2.0,
   0.0, 0.0, 0.0, 1.25, -0.9375, 0.1875, 0.0, 0.0,
   0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
   3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
   0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
])"},
    {"sampled", "rows", R"([
  [0.0, 0.0, 0.0, -3.0],
  [1.0, 0.5, 0.0, -3.0],
  [2.0, 1.0, 0.0, -3.0],
])"},
    {"profile", "times_s", "[0.0, 2.0]"},
    {"profile", "angles_rad", "[0.0, 1.5]"},
    {"integrator", "rate_hz", "1000"},
    // spreads of a mass of 1 kg
    {"", "low", "0.9"},
    {"", "high", "1.1"},
    {"", "mean", "1.0"},
    {"", "sd", "0.05"},
    {"lognormal", "median", "1.0"},
    {"lognormal", "sigma", "0.05"},
    {"triangular", "left", "0.9"},
    {"triangular", "mode", "1.0"},
    {"triangular", "right", "1.2"},
    {"weibull", "shape", "20.0"},
    {"gamma", "shape", "100.0"},
    {"gamma", "scale", "0.01"},
    {"beta", "alpha", "2.0"},
    {"beta", "beta", "5.0"},
    {"beta", "low", "0.9"},
    {"beta", "high", "1.1"},
    {"von_mises", "mean_rad", "1.0"},
    {"von_mises", "kappa", "400.0"},
    {"listed", "values", "[0.95, 1.0, 1.05, 1.0]"},
    {"choice", "values", "[0.9, 1.0, 1.1]"},
    {"discrete", "values", "[0.9, 1.0, 1.1]"},
    {"discrete", "weights", "[1.0, 2.0, 1.0]"},
    {"empirical", "values", "[0.97, 0.99, 1.0, 1.02]"},
    // and of vectors
    {"multivariate_normal", "mean", "[0.0, 0.0, 0.0]"},
    {"multivariate_normal", "covariance", R"([
  [0.25, 0.1, 0.0],
  [0.1, 0.25, 0.0],
  [0.0, 0.0, 0.04],
])"},
    {"normal_rotation", "sd_rad", "[0.02, 0.02, 0.1]"},
}};

/// Where the example of a type stands that is no distribution of a single number.
struct ExamplePath {
  std::string_view type, path;
};
inline constexpr std::array<ExamplePath, 3> example_paths = {{
    {"multivariate_normal", "simulation.initial.velocity_m_s.*"},
    {"uniform_rotation", "simulation.initial.attitude.*"},
    {"normal_rotation", "simulation.initial.attitude.*"},
}};

}  // namespace montecopter
