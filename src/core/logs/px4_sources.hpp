#pragma once
/// The topics of PX4 and our signals. PX4's axes are ours: world NED, body FRD, and quaternions w,
/// x, y, z from body to world.

#include <array>
#include <string_view>

#include "core/logs/signal_kinds.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter::logs {

struct Px4Source {
  std::string_view signal, topic;
  std::string_view fields;         ///< one for each component; "control[*]": as many as there are
  double factor = 1;               ///< to SI
  std::string_view delay_us = {};  ///< a field that is added to the time
  /// The unit, where it is not that of the signal.
  std::string_view unit = {};
};

inline constexpr double tesla_per_gauss = 1e-4;

/// Sources of signals. The first source of a signal that a log has counts: topics have had other
/// names in earlier versions of PX4 (msg/ of PX4 1.11 to 1.15).
inline constexpr auto px4_sources = std::to_array<Px4Source>({
    {"position", "vehicle_local_position", "x y z"},
    {"velocity", "vehicle_local_position", "vx vy vz"},
    {"attitude", "vehicle_attitude", "q[0] q[1] q[2] q[3]"},
    {"body_rate", "vehicle_angular_velocity", "xyz[0] xyz[1] xyz[2]"},
    {"body_rate", "vehicle_attitude", "rollspeed pitchspeed yawspeed"},
    {"specific_force", "vehicle_acceleration", "xyz[0] xyz[1] xyz[2]"},
    {"rotor_speed", "esc_status", "esc[*].esc_rpm", rad_s_per_rpm},
    {"command", "actuator_motors", "control[*]"},
    {"command", "actuator_outputs", "output[*]", 1, "", "us (pulse width)"},
    {"position_reference", "trajectory_setpoint", "position[0] position[1] position[2]"},
    {"position_reference", "vehicle_local_position_setpoint", "x y z"},
    {"velocity_reference", "trajectory_setpoint", "velocity[0] velocity[1] velocity[2]"},
    {"velocity_reference", "vehicle_local_position_setpoint", "vx vy vz"},
    {"acceleration_reference", "trajectory_setpoint",
     "acceleration[0] acceleration[1] acceleration[2]"},
    {"attitude_reference", "vehicle_attitude_setpoint", "q_d[0] q_d[1] q_d[2] q_d[3]"},
    {"body_rate_reference", "vehicle_rates_setpoint", "roll pitch yaw"},
    {"wind_estimate", "wind", "windspeed_north windspeed_east"},
    {"battery_voltage", "battery_status", "voltage_v"},
    {"battery_current", "battery_status", "current_a"},
    {"state_of_charge", "battery_status", "remaining"},
    {"imu.gyroscope", "sensor_combined", "gyro_rad[0] gyro_rad[1] gyro_rad[2]"},
    {"imu.gyroscope", "sensor_gyro", "x y z"},
    {"imu.accelerometer", "sensor_combined",
     "accelerometer_m_s2[0] accelerometer_m_s2[1] accelerometer_m_s2[2]", 1,
     "accelerometer_timestamp_relative"},
    {"imu.accelerometer", "sensor_accel", "x y z"},
    {"compass.magnetometer", "sensor_mag", "x y z", tesla_per_gauss},
    {"compass.magnetometer", "vehicle_magnetometer",
     "magnetometer_ga[0] magnetometer_ga[1] magnetometer_ga[2]", tesla_per_gauss},
    {"baro.barometer.pressure", "sensor_baro", "pressure"},
    {"baro.barometer.pressure", "vehicle_air_data", "baro_pressure_pa"},
    {"gps.gnss.velocity", "sensor_gps", "vel_n_m_s vel_e_m_s vel_d_m_s"},
    {"gps.gnss.velocity", "vehicle_gps_position", "vel_n_m_s vel_e_m_s vel_d_m_s"},
    {"gps.gnss.latitude", "sensor_gps", "latitude_deg"},
    {"gps.gnss.latitude", "vehicle_gps_position", "latitude_deg"},
    {"gps.gnss.latitude", "vehicle_gps_position", "lat", 1e-7},
    {"gps.gnss.longitude", "sensor_gps", "longitude_deg"},
    {"gps.gnss.longitude", "vehicle_gps_position", "longitude_deg"},
    {"gps.gnss.longitude", "vehicle_gps_position", "lon", 1e-7},
    {"gps.gnss.altitude", "sensor_gps", "altitude_msl_m"},
    {"gps.gnss.altitude", "vehicle_gps_position", "altitude_msl_m"},
    {"gps.gnss.altitude", "vehicle_gps_position", "alt", 1e-3},
});

}  // namespace montecopter::logs
