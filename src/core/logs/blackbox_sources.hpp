#pragma once
/// The fields of a Blackbox log and our signals. Betaflight's body axes are front, left, up, and
/// its world is north, west, up. A roll to the right, a pitch down and a yaw to the left are
/// positive (src/main/flight/imu.c, src/main/fc/rc.c).

#include <array>
#include <string_view>

namespace montecopter::logs {

/// Conversion of a stored number to SI units.
enum class BlackboxScale {
  gyroscope,   ///< gyro_scale deg/s, ten times as fine in high resolution
  set_point,   ///< deg/s, ten times as fine in high resolution
  standard_g,  ///< acc_1G at rest
  quaternion,  ///< x, y, z times 32767; w follows, and is not negative
  motor,       ///< 0 and 1 at the two numbers of motorOutput
  rotor,       ///< electrical revolutions per minute by 100, of motor_poles / 2 pairs
  hundredth,   ///< since Betaflight 4.0
  tenth,       ///< since Betaflight 4.0
  degree_e7,
};

struct BlackboxSource {
  std::string_view signal;
  char frame;               ///< I (and P), or G
  std::string_view fields;  ///< one for each component; "motor[*]": as many as there are
  BlackboxScale scale;
};

inline constexpr auto blackbox_sources = std::to_array<BlackboxSource>({
    {"attitude", 'I', "imuQuaternion[0] imuQuaternion[1] imuQuaternion[2]",
     BlackboxScale::quaternion},
    {"body_rate", 'I', "gyroADC[0] gyroADC[1] gyroADC[2]", BlackboxScale::gyroscope},
    {"rotor_speed", 'I', "eRPM[*]", BlackboxScale::rotor},
    {"command", 'I', "motor[*]", BlackboxScale::motor},
    {"body_rate_reference", 'I', "setpoint[0] setpoint[1] setpoint[2]", BlackboxScale::set_point},
    {"battery_voltage", 'I', "vbatLatest", BlackboxScale::hundredth},
    {"battery_current", 'I', "amperageLatest", BlackboxScale::hundredth},
    {"imu.gyroscope", 'I', "gyroUnfilt[0] gyroUnfilt[1] gyroUnfilt[2]", BlackboxScale::gyroscope},
    {"imu.accelerometer", 'I', "accSmooth[0] accSmooth[1] accSmooth[2]", BlackboxScale::standard_g},
    {"gps.gnss.velocity", 'G', "GPS_velned[0] GPS_velned[1] GPS_velned[2]",
     BlackboxScale::hundredth},
    {"gps.gnss.latitude", 'G', "GPS_coord[0]", BlackboxScale::degree_e7},
    {"gps.gnss.longitude", 'G', "GPS_coord[1]", BlackboxScale::degree_e7},
    {"gps.gnss.altitude", 'G', "GPS_altitude", BlackboxScale::tenth},
});

}  // namespace montecopter::logs
