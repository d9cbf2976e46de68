/// The line that the firmware is told: as ArduPilot's examples/JSON/readme.md writes it, and as the
/// firmware reads it, by looking for names.

#include "core/ardupilot/state_line.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "core/ardupilot/parameter_lines.hpp"

using namespace montecopter::ardupilot;

namespace {

std::string line_of(const VehicleState& state) {
  std::string line;
  append_state_line(state, line);
  return line;
}

/// What follows the first occurrence of a name and two characters, behind the first of a section:
/// so the firmware looks.
const char* found(const std::string& line, const char* section, const char* name) {
  const char* at = std::strstr(line.c_str(), section);
  REQUIRE(at != nullptr);
  at = std::strstr(at + std::strlen(section) + 1, name);
  REQUIRE(at != nullptr);
  return at + std::strlen(name) + 2;
}

void check_list(const std::string& line, const char* section, const char* name,
                const std::array<double, 3>& expected) {
  CAPTURE(name);
  double x = 0, y = 0, z = 0;
  REQUIRE(std::sscanf(found(line, section, name), "[%lf, %lf, %lf]", &x, &y, &z) == 3);
  CHECK(std::array<double, 3>{x, y, z} == expected);
}

VehicleState some_state() {
  VehicleState s;
  s.time_s = 0.1 + 0.2;  // 0.30000000000000004
  s.gyro_rad_s = {1e-300, -2.5, 1.0 / 3.0};
  s.specific_force_m_s2 = {-0.0, 4e22, -9.80665};
  s.position_m = {123456.789012345, std::numeric_limits<double>::denorm_min(), -1e5};
  s.attitude = {0.5, -0.5, 0.1, 0.7};
  s.velocity_m_s = {std::numeric_limits<double>::max(), 1, 2};
  return s;
}

}  // namespace

TEST_CASE("The line at rest, letter by letter") {
  VehicleState state;
  state.time_s = 2500;
  state.specific_force_m_s2 = {0, 0, -9.80665};
  CHECK(line_of(state) ==
        "\n{\"timestamp\":2500,\"imu\":{\"gyro\":[0,0,0],\"accel_body\":[0,0,-9.80665]},"
        "\"position\":[0,0,0],\"quaternion\":[1,0,0,0],\"velocity\":[0,0,0]}\n");
}

TEST_CASE("Rangefinders and battery follow where they are known, letter by letter") {
  VehicleState state;
  state.distance_m[0] = 1.5;
  state.distance_m[2] = 40;
  state.voltage_v = 12.6;
  state.current_a = 20.25;
  CHECK(line_of(state) ==
        "\n{\"timestamp\":0,\"imu\":{\"gyro\":[0,0,0],\"accel_body\":[0,0,0]},"
        "\"position\":[0,0,0],\"quaternion\":[1,0,0,0],\"velocity\":[0,0,0],"
        "\"rng_1\":1.5,\"rng_3\":40,\"battery\":{\"voltage\":12.6,\"current\":20.25}}\n");
}

TEST_CASE("The firmware's way of looking finds every number, and each is the same double") {
  const VehicleState s = some_state();
  const std::string line = line_of(s);
  CHECK(std::strtod(found(line, "", "timestamp"), nullptr) == s.time_s);
  check_list(line, "imu", "gyro", s.gyro_rad_s);
  check_list(line, "imu", "accel_body", s.specific_force_m_s2);
  check_list(line, "", "position", s.position_m);
  check_list(line, "", "velocity", s.velocity_m_s);
  double w = 0, x = 0, y = 0, z = 0;
  REQUIRE(std::sscanf(found(line, "", "quaternion"), "[%lf, %lf, %lf, %lf]", &w, &x, &y, &z) == 4);
  CHECK(std::array<double, 4>{w, x, y, z} == s.attitude);
  // What is not sent is not found, so that the firmware's own holds.
  for (const char* other :
       {"attitude", "rng_1", "airspeed", "windvane", "rc", "battery", "latitude", "no_lockstep"}) {
    CHECK(std::strstr(line.c_str(), other) == nullptr);
  }
}

TEST_CASE("A line is appended") {
  std::string out = "before";
  append_state_line(VehicleState{}, out);
  CHECK(out == "before" + line_of(VehicleState{}));
}

TEST_CASE("Parameters are lines of a name and a number of single precision") {
  std::string out;
  append_parameter_line("ATC_RAT_RLL_P", 0.135, out);
  append_parameter_line("FRAME_CLASS", 1, out);
  append_parameter_line("SIM_X", 1.0 / 3.0, out);
  CHECK(out == "ATC_RAT_RLL_P 0.135\nFRAME_CLASS 1\nSIM_X 0.33333334\n");
  CHECK(std::strtof("0.33333334", nullptr) == 1.0f / 3.0f);
  CHECK(is_parameter_name("ATC_ANG_RLL_P"));
  CHECK(is_parameter_name("A234567890123456"));
  CHECK_FALSE(is_parameter_name("A2345678901234567"));
  for (const char* bad : {"", "1A", "_A", "atc", "ATC RLL", "ATC=1", "ATC\n"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_parameter_name(bad));
  }
}
