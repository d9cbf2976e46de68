#pragma once
/// Mass, inertia and motors, which autopilots hardly know: from options or a vehicle file.

#include <array>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "vehicle/import/imported.hpp"
#include "vehicle/import/toml_lines.hpp"

namespace montecopter {

/// A value and its source.
template <class T>
struct SourcedValue {
  T value{};
  std::string source;
};

/// The lag of a motor, up and down [s]; both 0: none.
struct MotorLag {
  double up_s = 0, down_s = 0;
};

struct KnownBody {
  SourcedValue<double> mass_kg;
  SourcedValue<std::array<double, 6>> inertia_kg_m2;  ///< xx, yy, zz, xy, xz, yz, FRD
  SourcedValue<MotorLag> lag;
};

/// Value of the options, or else of the vehicle file; empty if neither has it.
std::optional<SourcedValue<double>> known_mass(const ImportRequest& request);
std::optional<SourcedValue<std::array<double, 6>>> known_inertia(const ImportRequest& request);
std::optional<SourcedValue<MotorLag>> known_lag(const ImportRequest& request);

/// "vehicle file x500.toml"
std::string source_of_vehicle(const ImportRequest& request);

/// Keys that override a vehicle file, from the options. It has its own motors: Error(usage) if
/// --motor-lag was given.
std::string vehicle_over(const ImportRequest& request);

/// Keys of a vehicle file: type, frame, mass and inertia.
void write_body(const KnownBody& body, TomlLines& lines);

/// Key `motor` with commands from 0 to 1.
void write_motor(const SourcedValue<MotorLag>& lag, TomlLines& lines);

/// Steps per second that suit a controller of this rate and these motors.
double step_rate(double control_rate_hz, const MotorLag& lag);

}  // namespace montecopter
