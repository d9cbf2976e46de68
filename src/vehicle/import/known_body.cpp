#include "vehicle/import/known_body.hpp"

#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "core/base/text.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

MotorLag lag_of(const DirectMotor&) { return {}; }
MotorLag lag_of(const AsymmetricFirstOrderMotor& motor) {
  return {motor.time_constant_up_s, motor.time_constant_down_s};
}
MotorLag lag_of(const ElectricMotor& motor) {
  return {motor.fastest_time_constant_s(), motor.fastest_time_constant_s()};
}
template <class M>
MotorLag lag_of(const M& motor) {
  return {motor.time_constant_s, motor.time_constant_s};
}

}  // namespace

std::string source_of_vehicle(const ImportRequest& request) {
  return "vehicle file " + request.vehicle_name;
}

std::optional<SourcedValue<double>> known_mass(const ImportRequest& request) {
  if (request.mass_kg) return SourcedValue<double>{*request.mass_kg, "--mass"};
  if (!request.vehicle) return std::nullopt;
  return SourcedValue<double>{request.vehicle->mass_kg, source_of_vehicle(request)};
}

std::optional<SourcedValue<std::array<double, 6>>> known_inertia(const ImportRequest& request) {
  if (request.inertia_kg_m2) {
    const auto& [xx, yy, zz] = *request.inertia_kg_m2;
    return SourcedValue<std::array<double, 6>>{{xx, yy, zz, 0, 0, 0}, "--inertia"};
  }
  if (!request.vehicle) return std::nullopt;
  const auto signs = frame_signs(request.vehicle->frame);
  const Symmetric3<double> J = inertia_tensor(request.vehicle->inertia_kg_m2, signs);
  return SourcedValue<std::array<double, 6>>{{J.xx, J.yy, J.zz, J.xy, J.xz, J.yz},
                                             source_of_vehicle(request)};
}

std::optional<SourcedValue<MotorLag>> known_lag(const ImportRequest& request) {
  if (request.motor_lag_s) {
    return SourcedValue<MotorLag>{{*request.motor_lag_s, *request.motor_lag_s}, "--motor-lag"};
  }
  if (!request.vehicle || request.vehicle->rotors.empty()) return std::nullopt;
  const MotorLag lag = std::visit([](const auto& motor) { return lag_of(motor); },
                                  *request.vehicle->rotors.front().motor);
  return SourcedValue<MotorLag>{lag, source_of_vehicle(request)};
}

std::string vehicle_over(const ImportRequest& request) {
  if (request.motor_lag_s) {
    throw Error(ExitCode::usage, Problem{"--motor-lag", "the vehicle file already gives the motors",
                                         "", "Change the motors there"});
  }
  TomlLines lines;
  if (request.mass_kg) lines.number("mass_kg", *request.mass_kg, "--mass");
  if (request.inertia_kg_m2) {
    const auto& [xx, yy, zz] = *request.inertia_kg_m2;
    lines.key("inertia_kg_m2",
              fmt::format("{{xx = {}, yy = {}, zz = {}, xy = 0.0, xz = 0.0, yz = 0.0}}",
                          format_double(xx), format_double(yy), format_double(zz)),
              "--inertia");
  }
  return lines.text();
}

void write_body(const KnownBody& body, TomlLines& lines) {
  lines.key("type", "\"multirotor\"");
  lines.key("frame", "\"NED/FRD\"", "x front, y right, z down");
  lines.number("mass_kg", body.mass_kg.value, body.mass_kg.source);
  constexpr const char* names[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
  std::string tensor;
  for (std::size_t k = 0; k < 6; ++k) {
    const double value = body.inertia_kg_m2.value[k];
    if (k >= 3 && value == 0) continue;
    tensor += fmt::format("{}{} = {}", tensor.empty() ? "" : ", ", names[k], format_double(value));
  }
  lines.key("inertia_kg_m2", "{" + tensor + "}", body.inertia_kg_m2.source);
}

void write_motor(const SourcedValue<MotorLag>& lag, TomlLines& lines) {
  const auto& [up, down] = lag.value;
  std::string motor = "type = \"direct\"";
  if (up > 0 && up == down) {
    motor = "type = \"first_order\", time_constant_s = " + format_double(up);
  } else if (up > 0) {
    motor = fmt::format(
        "type = \"asymmetric_first_order\", time_constant_up_s = {}, "
        "time_constant_down_s = {}",
        format_double(up), format_double(down));
  }
  lines.key("motor", "{" + motor + ", min = 0.0, max = 1.0}", lag.source);
}

double step_rate(double control_rate_hz, const MotorLag& lag) {
  const double fastest_s = std::fmin(lag.up_s, lag.down_s);
  // Half the lag is far inside the stability limit of rk4, and 1000 Hz suits the rigid body.
  const double least_hz = std::fmax(1000, fastest_s > 0 ? 2 / fastest_s : 0);
  return control_rate_hz * std::ceil(least_hz / control_rate_hz);
}

}  // namespace montecopter
