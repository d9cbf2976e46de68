#pragma once
/// The firmware's input, a line for each frame: the state of the vehicle as JSON. Source:
/// ArduPilot, libraries/SITL/examples/JSON/readme.md, "SITL input".

#include <array>
#include <limits>
#include <string>

namespace montecopter::ardupilot {

inline constexpr int most_rangefinders = 6;

/// A value that is not sent, so that the firmware's own holds.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Axes are NED for the world and FRD for the body, as the interface has them. All numbers have to
/// be finite, but for those that are unknown.
struct VehicleState {
  double time_s = 0;                              ///< of the physics, which moves the firmware's
  std::array<double, 3> gyro_rad_s{};             ///< FRD
  std::array<double, 3> specific_force_m_s2{};    ///< FRD: what an accelerometer measures
  std::array<double, 3> position_m{};             ///< NED, from home
  std::array<double, 4> attitude = {1, 0, 0, 0};  ///< quaternion w x y z, body to world
  std::array<double, 3> velocity_m_s{};           ///< NED
  std::array<double, most_rangefinders> distance_m = {unknown, unknown, unknown,
                                                      unknown, unknown, unknown};
  double voltage_v = unknown, current_a = unknown;  ///< of the battery
};

/// Appends the line, a line feed before it and one behind it: the firmware takes what lies between
/// two of them. Each number is the shortest text that reads back as the same double.
///
/// The firmware does not parse JSON but looks for names (libraries/SITL, JSON::parse_sensors). The
/// first place where a name occurs counts; two characters follow, then the value. A list may not
/// begin with a space. Hence no spaces, and no name that holds an earlier one.
void append_state_line(const VehicleState& state, std::string& out);

}  // namespace montecopter::ardupilot
