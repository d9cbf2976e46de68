#pragma once
/// Name that a wrong name was meant to be: a synonym from elsewhere, or a similar spelling.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter {

/// A word of the field, and the corresponding type or kind of this format.
struct Synonym {
  std::string_view word, name;
};

/// The only list of synonyms. The words are in lower case, without - and _. The most likely meaning
/// of a word comes first.
inline constexpr std::array<Synonym, 93> synonyms = {{
    // controllers
    {"pid", "px4"},
    {"cascade", "px4"},
    {"cascaded", "px4"},
    {"cascadedpid", "px4"},
    {"autopilot", "px4"},
    {"autopilot", "px4_mavlink"},
    {"autopilot", "ardupilot_json"},
    {"ardupilot", "ardupilot_json"},
    {"geometric", "lee"},
    {"se3", "lee"},
    {"flatness", "mellinger"},
    {"ndi", "indi"},
    {"lqg", "lqr"},
    {"lqi", "lqr"},
    {"statefeedback", "lqr"},
    {"acro", "rate"},
    {"openloop", "command_table"},
    {"setpoint", "set_points"},
    {"setpoints", "set_points"},
    // vehicles and their parts
    {"drone", "multirotor"},
    {"quad", "multirotor"},
    {"quadrotor", "multirotor"},
    {"quadcopter", "multirotor"},
    {"hexacopter", "multirotor"},
    {"octocopter", "multirotor"},
    {"heli", "helicopter"},
    {"esc", "motor"},
    {"lipo", "battery"},
    {"landinggear", "contact_points"},
    {"tensor", "inertia_kg_m2"},
    {"propeller", "law"},
    {"prop", "law"},
    {"mixer", "rotors"},  // allocation is computed from where they are and which way they push
    {"thrust", "law"},
    // air
    {"gust", "one_minus_cosine"},
    {"gust", "dryden"},
    {"gusts", "dryden"},
    {"gusts", "one_minus_cosine"},
    {"turbulence", "dryden"},
    {"turbulence", "von_karman"},
    {"shear", "log_shear"},
    {"shear", "power_shear"},
    {"boundarylayer", "log_shear"},
    {"karman", "von_karman"},
    {"vonkarman", "von_karman"},
    {"constant", "steady"},
    {"sine", "sinusoid"},
    // sensors and estimators
    {"gps", "gnss"},
    {"imu", "accelerometer"},
    {"imu", "gyroscope"},
    {"gyro", "gyroscope"},
    {"accel", "accelerometer"},
    {"compass", "magnetometer"},
    {"altimeter", "barometer"},
    {"lidar", "range_finder"},
    {"sonar", "range_finder"},
    {"rangefinder", "range_finder"},
    {"tachometer", "rotor_speed"},
    {"pitot", "airspeed"},
    {"kalman", "ekf"},
    {"kalmanfilter", "ekf"},
    {"complementary", "mahony"},
    // flights
    {"failure", "rotor_failure"},
    {"fault", "rotor_failure"},
    {"fault", "rotor_stuck"},
    {"fault", "sensor_outage"},
    {"payload", "mass_drop"},
    {"figureeight", "lemniscate"},
    {"figure8", "lemniscate"},
    {"spiral", "helix"},
    {"loiter", "hover"},
    {"mission", "waypoints"},
    {"spline", "sampled"},
    {"fence", "geofence"},
    {"failsafe", "limits"},
    {"failsafe", "event"},
    {"floor", "ground"},
    {"solver", "integrator"},
    {"timestep", "integrator"},
    {"rungekutta", "rk4"},
    // spreads
    {"gaussian", "normal"},
    {"gauss", "normal"},
    {"range", "uniform"},
    {"interval", "uniform"},
    {"histogram", "empirical"},
    {"bootstrap", "empirical"},
    {"circular", "von_mises"},
    {"latinhypercube", "lhs"},
    {"quasirandom", "sobol"},
    {"lowdiscrepancy", "sobol"},
    {"dispersion", "disperse"},
    {"distribution", "disperse"},
    {"uncertainty", "disperse"},
}};

/// All names that a word of the field means here, in any spelling; empty: it is not in the list.
std::vector<std::string> meanings(std::string_view word);

/// The candidate that was probably meant. In "controller/px4", only the part after the / counts.
std::optional<std::string> meant_name(std::string_view name,
                                      const std::vector<std::string>& candidates);

}  // namespace montecopter
