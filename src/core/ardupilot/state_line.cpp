#include "core/ardupilot/state_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "core/base/contract.hpp"

namespace montecopter::ardupilot {
namespace {

bool are_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

void append_number(double value, std::string& out) {
  fmt::format_to(std::back_inserter(out), "{}", value);
}

/// "name":[1,2,3]
void append_list(const char* name, std::span<const double> values, std::string& out) {
  expects(are_finite(values), "values sent to the firmware are finite");
  fmt::format_to(std::back_inserter(out), "\"{}\":[", name);
  for (const double& value : values) {
    if (&value != values.data()) out += ',';
    append_number(value, out);
  }
  out += ']';
}

}  // namespace

void append_state_line(const VehicleState& state, std::string& out) {
  expects(std::isfinite(state.time_s), "time is finite");
  out += "\n{\"timestamp\":";
  append_number(state.time_s, out);
  out += ",\"imu\":{";
  append_list("gyro", state.gyro_rad_s, out);
  out += ',';
  append_list("accel_body", state.specific_force_m_s2, out);
  out += "},";
  append_list("position", state.position_m, out);
  out += ',';
  append_list("quaternion", state.attitude, out);
  out += ',';
  append_list("velocity", state.velocity_m_s, out);
  for (std::size_t i = 0; i < state.distance_m.size(); ++i) {
    if (!std::isfinite(state.distance_m[i])) continue;
    fmt::format_to(std::back_inserter(out), ",\"rng_{}\":{}", i + 1, state.distance_m[i]);
  }
  if (std::isfinite(state.voltage_v) && std::isfinite(state.current_a)) {
    fmt::format_to(std::back_inserter(out), ",\"battery\":{{\"voltage\":{},\"current\":{}}}",
                   state.voltage_v, state.current_a);
  }
  out += "}\n";
}

}  // namespace montecopter::ardupilot
