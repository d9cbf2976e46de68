#pragma once
/// What a name was meant to be: by meaning, as people call it elsewhere, or by its letters.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter {

/// A word of the field, and the type or kind of this format that does that.
struct Synonym {
  std::string_view word, name;
};

/// The only list of them. The words are in lower case, without - and _.
inline constexpr std::array<Synonym, 43> synonyms = {{
    // controllers
    {"pid", "px4"},
    {"cascade", "px4"},
    {"cascaded", "px4"},
    {"cascadedpid", "px4"},
    {"autopilot", "px4"},
    {"ardupilot", "px4"},
    {"geometric", "lee"},
    {"se3", "lee"},
    {"flatness", "mellinger"},
    {"ndi", "indi"},
    {"lqg", "lqr"},
    {"lqi", "lqr"},
    {"statefeedback", "lqr"},
    {"acro", "rate"},
    {"openloop", "command_table"},
    // vehicles and their parts
    {"drone", "multirotor"},
    {"quad", "multirotor"},
    {"quadrotor", "multirotor"},
    {"quadcopter", "multirotor"},
    {"hexacopter", "multirotor"},
    {"octocopter", "multirotor"},
    {"esc", "motor"},
    {"propeller", "law"},
    {"prop", "law"},
    {"thrust", "law"},
    // air
    {"gust", "one_minus_cosine"},
    {"turbulence", "dryden"},
    {"karman", "von_karman"},
    {"vonkarman", "von_karman"},
    {"constant", "steady"},
    {"sine", "sinusoid"},
    // sensors and estimators
    {"gps", "gnss"},
    {"gyro", "gyroscope"},
    {"accel", "accelerometer"},
    {"compass", "magnetometer"},
    {"altimeter", "barometer"},
    {"lidar", "range_finder"},
    {"pitot", "airspeed"},
    {"kalman", "ekf"},
    {"complementary", "mahony"},
    // flights
    {"failure", "rotor_failure"},
    {"figureeight", "lemniscate"},
    {"rungekutta", "rk4"},
}};

/// The candidate that was probably meant. Of one like "controller/px4", what follows the / counts.
std::optional<std::string> meant_name(std::string_view name,
                                      const std::vector<std::string>& candidates);

}  // namespace montecopter
