#include "core/mavlink/messages.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <iterator>
#include <type_traits>
#include <utility>

#include "core/base/contract.hpp"

namespace montecopter::mavlink {
namespace {

template <std::integral Number>
void append(Number number, std::string& out) {
  const auto bits = static_cast<std::make_unsigned_t<Number>>(number);
  for (std::size_t k = 0; k < sizeof(Number); ++k)
    out += static_cast<char>((bits >> (8 * k)) & 0xff);
}
void append(float number, std::string& out) { append(std::bit_cast<std::uint32_t>(number), out); }

template <class Number, std::size_t n>
void append(const std::array<Number, n>& numbers, std::string& out) {
  for (const Number number : numbers) append(number, out);
}

/// Fields one after another.
template <class... Fields>
std::string payload(const Fields&... fields) {
  std::string out;
  (append(fields, out), ...);
  return out;
}

template <std::unsigned_integral Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number number = 0;
  for (std::size_t k = 0; k < sizeof(Number); ++k) {
    const auto byte = static_cast<std::uint8_t>(bytes[at + k]);
    number = static_cast<Number>(number | static_cast<Number>(byte) << (8 * k));
  }
  return number;
}

constexpr std::string_view results[] = {"accepted", "rejected for now", "denied",   "unsupported",
                                        "failed",   "in progress",      "cancelled"};
constexpr std::size_t name_bytes = 16;  // of a parameter
constexpr std::uint8_t accepted = 0, in_progress = 5;

}  // namespace

std::string payload_of(const HilSensor& m) {
  return payload(m.time_us, m.acceleration_m_s2, m.gyro_rad_s, m.field_gauss, m.pressure_hpa,
                 m.differential_pressure_hpa, m.altitude_m, m.temperature_c, m.fields_updated,
                 m.id);
}

std::string payload_of(const HilGps& m) {
  return payload(m.time_us, m.latitude_1e7_deg, m.longitude_1e7_deg, m.altitude_mm, m.horizontal_cm,
                 m.vertical_cm, m.speed_cm_s, m.velocity_cm_s, m.course_cdeg, m.fix, m.satellites,
                 m.id, m.yaw_cdeg);
}

std::string payload_of(const CommandLong& m) {
  return payload(m.parameters, m.command, m.system, m.component, m.confirmation);
}

std::string payload_of_station_heartbeat() {
  constexpr std::uint8_t ground_station = 6, no_autopilot = 8, active = 4, version = 3;
  return payload(std::uint32_t{0}, ground_station, no_autopilot, std::uint8_t{0}, active, version);
}

std::string payload_of_parameter_request(std::string_view name) {
  constexpr std::uint8_t system = 1, component = 1;
  constexpr std::uint16_t by_name = 0xffff;  // index -1
  std::string bytes = payload(by_name, system, component) + std::string(name.substr(0, name_bytes));
  bytes.resize(param_request_read.bytes, '\0');
  return bytes;
}

std::string payload_of_list_request() { return payload(std::uint8_t{1}, std::uint8_t{1}); }

ParameterValue read_parameter(std::string_view payload) {
  ParameterValue m;
  const std::string_view name = payload.substr(8, name_bytes);
  m.name = name.substr(0, name.find('\0'));
  m.value = std::bit_cast<float>(number_at<std::uint32_t>(payload, 0));
  m.count = number_at<std::uint16_t>(payload, 4);
  m.index = number_at<std::uint16_t>(payload, 6);
  return m;
}

std::uint8_t read_vehicle_type(std::string_view payload) {
  constexpr std::size_t place = 4;  // behind the mode
  return static_cast<std::uint8_t>(payload[place]);
}

bool is_multirotor(std::uint8_t vehicle_type) {
  // Generic (a frame that is not set), quadrotor, coaxial, hexa-, octo-, tri-, dodeca-, decarotor.
  constexpr std::uint8_t types[] = {0, 2, 3, 13, 14, 15, 29, 35};
  return std::find(std::begin(types), std::end(types), vehicle_type) != std::end(types);
}

std::string words_of_vehicle_type(std::uint8_t type) {
  constexpr std::pair<std::uint8_t, std::string_view> known[] = {
      {1, "fixed wing"}, {4, "helicopter"}, {5, "antenna tracker"}, {7, "airship"},
      {10, "rover"},     {11, "boat"},      {12, "submarine"}};
  for (const auto& [number, name] : known) {
    if (number == type) return std::string(name);
  }
  return "vehicle of MAV_TYPE " + std::to_string(type);
}

StatusText read_status_text(std::string_view bytes) {
  expects(bytes.size() == statustext.bytes, "a whole payload");
  constexpr std::size_t longest = 50;
  const std::string_view text = bytes.substr(1, longest);
  return {number_at<std::uint8_t>(bytes, 0), std::string(text.substr(0, text.find('\0'))),
          number_at<std::uint16_t>(bytes, 51), number_at<std::uint8_t>(bytes, 53)};
}

HilActuatorControls read_controls(std::string_view bytes) {
  expects(bytes.size() == hil_actuator_controls.bytes, "a whole payload");
  HilActuatorControls m;
  m.time_us = number_at<std::uint64_t>(bytes, 0);
  m.flags = number_at<std::uint64_t>(bytes, 8);
  for (std::size_t i = 0; i < most_controls; ++i) {
    m.controls[i] = std::bit_cast<float>(number_at<std::uint32_t>(bytes, 16 + 4 * i));
  }
  m.mode = number_at<std::uint8_t>(bytes, 80);
  return m;
}

CommandAck read_ack(std::string_view bytes) {
  expects(bytes.size() == command_ack.bytes, "a whole payload");
  return {number_at<std::uint16_t>(bytes, 0), number_at<std::uint8_t>(bytes, 2)};
}

bool is_refusal(std::uint8_t result) { return result != accepted && result != in_progress; }

std::string_view words_of_result(std::uint8_t result) {
  return result < std::size(results) ? results[result] : "answered with an unknown result";
}

}  // namespace montecopter::mavlink
