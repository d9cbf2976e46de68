#pragma once
/// The messages of ArduPilot and our signals. Its axes are ours: world NED, body FRD; attitudes are
/// roll, pitch and yaw, in the order of aircraft.

#include <array>
#include <string_view>

#include "core/logs/px4_sources.hpp"
#include "core/logs/signal_kinds.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter::logs {

/// Conversion of the numbers of a message to the components of a signal.
enum class DataflashShape {
  fields,    ///< one field for each component
  channels,  ///< "C1", "C2", ...: as many as there are
  angles,    ///< roll, pitch, yaw to a quaternion
  course,    ///< speed over ground, course and speed down to a velocity
  by_rotor,  ///< a message for each rotor, whose number is its instance
  mixed,     ///< inputs of the motor mixer: roll, pitch, yaw, throttle (dataflash_mixer.hpp)
};

struct DataflashSource {
  std::string_view signal, message, fields;
  double factor = 1;  ///< to SI where no FMTU states the unit
  DataflashShape shape = DataflashShape::fields;
  std::string_view unit = {};  ///< where it is not that of the signal
};

/// Sources of signals. The first source of a signal that a log has counts: messages have had other
/// names in earlier versions (ArduPilot 3.6 to 4.7).
inline constexpr auto dataflash_sources = std::to_array<DataflashSource>({
    {"position", "XKF1", "PN PE PD"},
    {"position", "NKF1", "PN PE PD"},
    {"velocity", "XKF1", "VN VE VD"},
    {"velocity", "NKF1", "VN VE VD"},
    {"attitude", "ANG", "Roll Pitch Yaw", rad_per_deg, DataflashShape::angles},
    {"attitude", "ATT", "Roll Pitch Yaw", rad_per_deg, DataflashShape::angles},
    {"body_rate", "RATE", "R P Y", rad_per_deg},
    {"rotor_speed", "ESC", "RPM", rad_s_per_rpm, DataflashShape::by_rotor},
    {"command", "RCOU", "C", 1, DataflashShape::channels, "us (pulse width)"},
    {"command", "RATE", "ROut POut YOut AOut", 1, DataflashShape::mixed},
    {"attitude_reference", "ANG", "DesRoll DesPitch DesYaw", rad_per_deg, DataflashShape::angles},
    {"attitude_reference", "ATT", "DesRoll DesPitch DesYaw", rad_per_deg, DataflashShape::angles},
    {"body_rate_reference", "RATE", "RDes PDes YDes", rad_per_deg},
    {"battery_voltage", "BAT", "Volt"},
    {"battery_current", "BAT", "Curr"},
    {"state_of_charge", "BAT", "RemPct", 1e-2},
    {"imu.gyroscope", "GYR", "GyrX GyrY GyrZ"},
    {"imu.gyroscope", "IMU", "GyrX GyrY GyrZ"},
    {"imu.accelerometer", "ACC", "AccX AccY AccZ"},
    {"imu.accelerometer", "IMU", "AccX AccY AccZ"},
    {"compass.magnetometer", "MAG", "MagX MagY MagZ", 1e-3 * tesla_per_gauss},
    {"baro.barometer.pressure", "BARO", "Press"},
    {"gps.gnss.velocity", "GPS", "Spd GCrs VZ", 1, DataflashShape::course},
    {"gps.gnss.latitude", "GPS", "Lat"},
    {"gps.gnss.longitude", "GPS", "Lng"},
    {"gps.gnss.altitude", "GPS", "Alt"},
});

}  // namespace montecopter::logs
