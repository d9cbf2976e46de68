#pragma once
/// Contents of the messages, as numbers in the units that they have there, and their payloads byte
/// by byte. Source: MAVLink, message_definitions/v1.0/common.xml; fields lie by falling size, and
/// extensions behind them.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/mavlink/message_kinds.hpp"

namespace montecopter::mavlink {

/// Bits of HilSensor::fields_updated, as PX4 looks at them (simulator_mavlink, SensorSource).
inline constexpr std::uint32_t acceleration_fields = 0x7, gyroscope_fields = 0x38,
                               magnetometer_fields = 0x1c0, barometer_fields = 0x1a00;

struct HilSensor {
  std::uint64_t time_us = 0;
  std::array<float, 3> acceleration_m_s2{};  ///< specific force, FRD
  std::array<float, 3> gyro_rad_s{};         ///< FRD
  std::array<float, 3> field_gauss{};        ///< FRD
  float pressure_hpa = 0, differential_pressure_hpa = 0, altitude_m = 0, temperature_c = 0;
  std::uint32_t fields_updated = 0;
  std::uint8_t id = 0;
};
std::string payload_of(const HilSensor& m);

struct HilGps {
  std::uint64_t time_us = 0;
  std::int32_t latitude_1e7_deg = 0, longitude_1e7_deg = 0, altitude_mm = 0;
  std::uint16_t horizontal_cm = 0, vertical_cm = 0;  ///< dilutions, which PX4 takes as accuracies
  std::uint16_t speed_cm_s = 0;
  std::array<std::int16_t, 3> velocity_cm_s{};  ///< NED
  std::uint16_t course_cdeg = 0;
  std::uint8_t fix = 0, satellites = 0, id = 0;
  std::uint16_t yaw_cdeg = 0;  ///< 0: unknown
};
std::string payload_of(const HilGps& m);

/// What a ground station sends so that the firmware talks to it.
std::string payload_of_station_heartbeat();

/// Requests to the first autopilot: one parameter by its name, and all of them.
std::string payload_of_parameter_request(std::string_view name);
std::string payload_of_list_request();
/// A PARAM_VALUE. An answer to a request by name has an index beyond the list.
struct ParameterValue {
  std::string name;
  float value = 0;
  std::uint16_t count = 0, index = 0;  ///< length of the list, and place in it
};
ParameterValue read_parameter(std::string_view payload);

/// Kind of a vehicle (MAV_TYPE) in its HEARTBEAT.
std::uint8_t read_vehicle_type(std::string_view payload);
bool is_multirotor(std::uint8_t vehicle_type);
/// "fixed wing", or the number.
std::string words_of_vehicle_type(std::uint8_t type);

/// A line of text for people, or a part of a long one: parts have the same id, which is not 0.
struct StatusText {
  std::uint8_t severity = 0;  ///< MAV_SEVERITY: 0 emergency to 7 debug
  std::string text;
  std::uint16_t id = 0;
  std::uint8_t part = 0;
};
StatusText read_status_text(std::string_view payload);

/// Parameters that are not given are NaN.
struct CommandLong {
  std::array<float, 7> parameters{};
  std::uint16_t command = 0;
  std::uint8_t system = 0, component = 0, confirmation = 0;
};
std::string payload_of(const CommandLong& m);

inline constexpr std::size_t most_controls = 16;
inline constexpr std::uint8_t armed_mode = 128;

struct HilActuatorControls {
  std::uint64_t time_us = 0, flags = 0;
  std::array<float, most_controls> controls{};  ///< of motors 0 to 1
  std::uint8_t mode = 0;
};
/// Controls of a whole payload.
HilActuatorControls read_controls(std::string_view payload);

struct CommandAck {
  std::uint16_t command = 0;
  std::uint8_t result = 0;
};
CommandAck read_ack(std::string_view payload);

/// Whether a command was not carried out, for good or for now.
bool is_refusal(std::uint8_t result);
/// Meaning of a result of MAV_RESULT: "denied".
std::string_view words_of_result(std::uint8_t result);

}  // namespace montecopter::mavlink
