/// Checks of scenarios with a real autopilot in the loop.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ardupilot/parameter_lines.hpp"
#include "core/ardupilot/rc_packet.hpp"
#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/sensors/sensor_unit.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/estimator_sensors.hpp"
#include "scenario/derived/rotor_outputs.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {
namespace {

/// Checks names and single-precision values of firmware parameters; ArduPilot and PX4 have the same
/// rules.
void check_firmware_parameters(const FirmwareController& own, Report& report) {
  for (const auto& [name, number] : own.parameters) {
    const std::string path = "controller.parameters." + name;
    if (!report.clean(path)) continue;
    if (!ardupilot::is_parameter_name(name)) {
      report.error(path, "the firmware cannot have a parameter of this name",
                   "names have at most 16 characters: A to Z, 0 to 9 and _");
    } else if (!std::isfinite(static_cast<float>(number))) {
      report.error(path, fmt::format("{} is too large", number),
                   "firmware parameters have single precision");
    }
  }
}

/// An argument that montecopter passes to a firmware itself, and the advice if a command has it.
struct ReservedWord {
  std::string_view word, why, suggestion;
};
constexpr std::string_view passes_instance =
    "montecopter passes an instance number whose ports are free";
constexpr std::string_view passes_model = "montecopter passes the model";
constexpr ReservedWord ardupilot_words[] = {
    {"--defaults", "they would be replaced", "Give parameter_files"},
    {"--model", passes_model, "Remove it"},
    {"-M", passes_model, "Remove it"},
    {"--instance", passes_instance, "Remove it"},
    {"-I", passes_instance, "Remove it"},
};
constexpr ReservedWord px4_words[] = {
    {"-i", passes_instance, "Remove it"},
    {"-w", "each firmware works in an empty folder of its own", "Remove it"},
    {"-d", "montecopter passes it, so that the firmware reads no commands from a terminal",
     "Remove it"},
};

void check_firmware_words(const FirmwareController& own,
                          std::span<const ReservedWord> reserved_words, std::string_view example,
                          Report& report) {
  for (std::size_t i = 0; i < own.command.size(); ++i) {
    const std::string& word = own.command[i];
    const std::string path = fmt::format("controller.command.{}", i);
    if (!report.clean(path)) continue;
    const std::string name = word.substr(0, word.find('='));
    const auto said = std::find_if(reserved_words.begin(), reserved_words.end(),
                                   [&](const ReservedWord& one) { return one.word == name; });
    if (i == 0 && word.empty()) {
      report.error(path, "the first word is empty", "it names the program to run",
                   std::string(example));
    } else if (said != reserved_words.end()) {
      report.error(path, fmt::format("'{}' is given", name), std::string(said->why),
                   std::string(said->suggestion));
    }
  }
}

/// Checks limits that all firmwares share.
void check_firmware(const Scenario& scenario, const FirmwareController& own, Report& report) {
  check_firmware_parameters(own, report);
  if (own.uses_estimate()) {
    report.error("controller.feedback", "a firmware cannot use feedback = \"estimate\"",
                 "it estimates the state itself from sensor readings", "Remove feedback");
  }
  for (std::size_t i = 0; i < scenario.event.size(); ++i) {
    if (!scales_gains(scenario.event[i])) continue;
    report.error(fmt::format("event.{}", i), "the gains of a firmware cannot be scaled",
                 "it reads its parameters when it starts", "Remove the event");
  }
  const auto* vehicle = std::get_if<Multirotor>(&*scenario.vehicle);
  if (vehicle == nullptr || !report.clean_above("vehicle") || !report.clean("controller.frame")) {
    return;
  }
  const std::string problem = rotor_outputs(*vehicle, own.frame).problem;
  if (!problem.empty()) {
    report.error("controller.frame", "controller.frame does not match the vehicle", problem,
                 "Give the frame of the vehicle, or frame = \"as_listed\"");
  }
}

/// Error in a row of the radio control that follows a row at `after` [s].
std::string problem_of_rc(const std::vector<double>& row, double after, double startup_s) {
  constexpr double longest_us = 65535;
  if (row.size() < 2 || row.size() > 1 + ardupilot::rc_channels) {
    return fmt::format("it has {}, not a time and 1 to {} pulses", counted(row.size(), "number"),
                       ardupilot::rc_channels);
  }
  if (!(row[0] >= -startup_s)) {
    return fmt::format("{} s is before the firmware starts (startup_s = {})", row[0], startup_s);
  }
  if (!(row[0] > after)) return fmt::format("{} s is not after the previous row", row[0]);
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] >= 0 && row[i] <= longest_us && row[i] == std::floor(row[i])) continue;
    return fmt::format("{} is not a pulse width: a whole number of us from 0 to {}", row[i],
                       longest_us);
  }
  return "";
}

void check_rc(const ArdupilotController& own, Report& report) {
  double after = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < own.rc.size(); ++i) {
    const std::string path = fmt::format("controller.rc.{}", i);
    const std::string problem = problem_of_rc(own.rc[i], after, own.startup_s);
    if (!problem.empty() && report.clean("controller.rc")) {
      report.error(path, "this is not a row of radio-control pulses", problem);
    }
    if (!own.rc[i].empty()) after = own.rc[i][0];
  }
}

void check_parameter_files(const ArdupilotController& own, Report& report) {
  for (std::size_t i = 0; i < own.parameter_files.size(); ++i) {
    if (own.parameter_files[i].find(',') == std::string::npos) continue;
    report.error(fmt::format("controller.parameter_files.{}", i), "the file name contains a comma",
                 "ArduPilot separates names by commas", "Rename the file");
  }
}

/// ArduPilot takes no step of 0.1 s or more (libraries/SITL, JSON::recv_fdm).
void check_firmware_rate(const ArdupilotController& own, Report& report) {
  constexpr double longest_s = 0.1;
  if (own.rate_hz.is_continuous() || !report.clean("controller.rate_hz")) return;
  if (own.rate_hz.period_s() < longest_s) return;
  report.error("controller.rate_hz", fmt::format("{} Hz is too slow", own.rate_hz.hz()),
               "ArduPilot takes no steps of 0.1 s or more", "Use 400, for example");
}

/// A firmware whose log is kept must write one. Bit 0 of the parameter stands for a file.
void check_kept_log(const FirmwareController& own, const std::string& parameter, Report& report) {
  const auto given = own.parameters.find(parameter);
  if (!own.keep_log || given == own.parameters.end()) return;
  if (std::fmod(given->second, 2) == 1) return;
  report.error("controller.parameters." + parameter, "the firmware writes no log file to keep",
               fmt::format("{} = {}, and controller.keep_log = true", parameter, given->second),
               "Remove it, or use 1");
}

/// Checks of one kind of firmware; there is one overload for each.
void check_kind(const Scenario& scenario, const ArdupilotController& own, Report& report) {
  check_firmware_words(own, ardupilot_words, ArdupilotController::program_names.example, report);
  check_parameter_files(own, report);
  check_firmware_rate(own, report);
  check_rc(own, report);
  check_kept_log(own, "LOG_BACKEND_TYPE", report);
  if (own.pulse_low_s >= own.pulse_high_s && report.clean("controller.pulse_high_s")) {
    report.error("controller.pulse_high_s", "the highest pulse is not above the lowest", "");
  }
  check_firmware(scenario, own, report);
}

/// Error in a row of commands that follows a row at `after` [s].
std::string problem_of_command(const std::vector<double>& row, double after, double startup_s) {
  constexpr std::size_t most_numbers = 9;
  constexpr double last_command = 65535;
  if (row.size() < 2 || row.size() > most_numbers) {
    return fmt::format("it has {}, not a time, a command and up to 7 parameters",
                       counted(row.size(), "number"));
  }
  if (!(row[0] >= -startup_s)) {
    return fmt::format("{} s is before the firmware starts (startup_s = {})", row[0], startup_s);
  }
  if (row[0] < after) return fmt::format("{} s is before the previous row", row[0]);
  if (!(row[1] >= 0 && row[1] <= last_command && row[1] == std::floor(row[1]))) {
    return fmt::format("{} is not a command number: a whole number from 0 to {}", row[1],
                       last_command);
  }
  const auto is_large = [](double x) { return std::isinf(static_cast<float>(x)); };
  const auto large = std::find_if(row.begin() + 2, row.end(), is_large);
  if (large != row.end()) return fmt::format("{} is too large for single precision", *large);
  return "";
}

void check_commands(const Px4MavlinkController& own, Report& report) {
  double after = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < own.commands.size(); ++i) {
    const std::vector<double>& row = own.commands[i];
    const std::string problem = problem_of_command(row, after, own.startup_s);
    if (!problem.empty() && report.clean("controller.commands")) {
      report.error(fmt::format("controller.commands.{}", i), "this is not a row of a command",
                   problem);
    }
    if (!row.empty()) after = row[0];
  }
}

/// Checks the sensors that PX4 needs for take-off; it has none of its own here.
void check_px4_sensors(const Scenario& scenario, Report& report) {
  const Sensors& sensors = scenario.sensors;
  std::vector<std::string> missing;
  const auto want = [&]<class Sensor>(const UsedSensor<Sensor>& found) {
    if (!found) missing.emplace_back(Sensor::key);
  };
  want(find_sensor<Accelerometer>(sensors, std::nullopt));
  want(find_sensor<Gyroscope>(sensors, std::nullopt));
  want(find_sensor<Magnetometer>(sensors, std::nullopt));
  want(find_sensor<Barometer>(sensors, std::nullopt));
  want(find_sensor<Gnss>(sensors, std::nullopt));
  if (missing.empty() || !report.clean_above("sensors")) return;
  report.error("sensors", fmt::format("the firmware has no {}", join(missing)),
               "all its sensor readings come from the simulation",
               "Add them, for example [sensors.autopilot] include = "
               "\"scenarios/sensors/sih2022.toml\"");
}

/// Checks that PX4's magnetometer and barometer have something to measure: it needs them for
/// heading and height.
void check_px4_surroundings(const Scenario& scenario, Report& report) {
  const Environment& around = *scenario.environment;
  if (!report.clean_above("environment")) return;
  const Vec3<double> field = fold_magnetic_field(around.magnetic_field);
  if (field.x == 0 && field.y == 0) {
    report.error("environment.magnetic_field", "the firmware cannot measure the direction of north",
                 "the magnetic field has no horizontal component",
                 "Give the field at the home, for example magnetic_field.field_t = [2.1e-5, "
                 "1.2e-6, 4.3e-5]");
  }
  if (!std::visit([](const auto& atmosphere) { return atmosphere.varies; }, around.atmosphere)) {
    report.error("environment.atmosphere", "the firmware measures the same pressure at any height",
                 "the atmosphere is uniform", "Use atmosphere.type = \"isa\"");
  }
}

void check_kind(const Scenario& scenario, const Px4MavlinkController& own, Report& report) {
  check_firmware_words(own, px4_words, Px4MavlinkController::program_names.example, report);
  if (!own.etc && report.clean("controller.etc")) {
    report.error("controller", "missing 'controller.etc'",
                 "it holds the scripts that start the firmware", "Give etc = \"./px4/etc\"");
  }
  if (!own.rate_hz.is_continuous() && report.clean("controller.rate_hz") &&
      own.rate_hz.hz() > 1e6) {
    report.error("controller.rate_hz", fmt::format("{} Hz is too fast", own.rate_hz.hz()),
                 "the firmware counts microseconds", "Use 250, for example");
  }
  check_commands(own, report);
  check_kept_log(own, "SDLOG_BACKEND", report);
  check_px4_sensors(scenario, report);
  check_px4_surroundings(scenario, report);
  check_firmware(scenario, own, report);
}

}  // namespace

void validate_firmware(const Scenario& scenario, Report& report) {
  std::visit(
      [&]<class C>(const C& own) {
        if constexpr (std::derived_from<C, FirmwareController>) check_kind(scenario, own, report);
      },
      *scenario.controller);
}

namespace {

/// A parameter of the scenario, or the firmware's default. Parameter files are not read.
double parameter_or(const FirmwareController& own, const char* name, double otherwise) {
  const auto given = own.parameters.find(name);
  return given == own.parameters.end() ? otherwise : given->second;
}

/// ArduPilot does not arm below 1.8 gyroscope readings per loop (AP_InertialSensor,
/// pre_arm_check_gyro_backend_rate_hz).
void warn_of_slow_frames(const ArdupilotController& own, Report& report) {
  constexpr double default_loop_hz = 400, readings_per_loop = 1.8;
  if (own.rate_hz.is_continuous()) return;
  const double loop_hz = parameter_or(own, "SCHED_LOOP_RATE", default_loop_hz);
  const double least_hz = readings_per_loop * loop_hz;
  if (own.rate_hz.hz() >= least_hz) return;
  report.warning("controller.rate_hz",
                 fmt::format("{} Hz is too slow for ArduPilot to arm", own.rate_hz.hz()),
                 fmt::format("its loop runs at {} Hz and needs {} gyroscope readings for each",
                             loop_hz, readings_per_loop),
                 fmt::format("Use at least {} Hz", least_hz));
}

/// Time of the first row of the radio control that arms: throttle low and rudder right [s of the
/// flight]; infinity if there is none.
double arming_time(const ArdupilotController& own) {
  constexpr double low_us = 1100, right_us = 1900;
  double throttle = 0, rudder = 0;
  for (const std::vector<double>& row : own.rc) {
    if (row.size() > 3 && row[3] > 0) throttle = row[3];
    if (row.size() > 4 && row[4] > 0) rudder = row[4];
    if (throttle > 0 && throttle < low_us && rudder > right_us) return row[0];
  }
  return std::numeric_limits<double>::infinity();
}

/// Times after the start of a firmware, as flown: at the first it was too early, at the second it
/// armed.
struct FlownArming {
  std::string_view firmware;
  double too_early_s, armed_s;
};

void warn_of_early_arming(double at_s, const FlownArming& flown, const FirmwareController& own,
                          Report& report) {
  const double after_s = at_s + own.startup_s;
  if (after_s >= flown.armed_s) return;
  report.warning(
      "controller.startup_s",
      fmt::format("the first command to arm comes {:.3g} s after the start", after_s),
      fmt::format("{} armed at {} s, and not yet at {} s", flown.firmware, flown.armed_s,
                  flown.too_early_s),
      fmt::format("Use startup_s = {:.3g} or more", own.startup_s + flown.armed_s - after_s));
}

void warn_of_start(const ArdupilotController& own, Report& report) {
  warn_of_slow_frames(own, report);
  warn_of_early_arming(arming_time(own), {"ArduCopter 4.7-dev", 17, 36}, own, report);
  if (parameter_or(own, "LOG_BACKEND_TYPE", own.keep_log ? 1 : 0) == 0) return;
  if (parameter_or(own, "LOG_DISARMED", own.keep_log ? 1 : 0) == 1) return;
  report.warning("controller.parameters.LOG_BACKEND_TYPE",
                 "flights may not be repeatable bit for bit",
                 "ArduPilot arms when its log file is open, which depends on the clock",
                 "Add LOG_DISARMED = 1, or remove LOG_BACKEND_TYPE");
}

void warn_of_start(const Px4MavlinkController& own, Report& report) {
  constexpr double arm_command = 400, takeoff_command = 22;
  for (const std::vector<double>& row : own.commands) {
    if (row[1] != arm_command && row[1] != takeoff_command) continue;
    warn_of_early_arming(row[0], {"PX4 of March 2026", 5, 7}, own, report);
    return;
  }
}

/// PX4 measures the bias of a gyroscope at rest, but only five seconds after its start. Until then
/// its heading drifts. With biases about z from 3 deg/s on, flown headings were wrong by up to 180
/// degrees; with smaller ones, by up to 10.
void warn_of_drift(const std::string& name, const Gyroscope& gyroscope, Report& report) {
  constexpr double flown_deg_s = 3;
  double most_deg_s = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double bias = std::fabs(gyroscope.bias[i]) + 3 * std::fabs(gyroscope.turn_on_bias[i]);
    most_deg_s = std::max(most_deg_s, bias * deg_per_rad);
  }
  if (most_deg_s < flown_deg_s) return;
  report.warning(
      "sensors." + name, fmt::format("biases of {} turn the heading of PX4", name),
      fmt::format("they reach {:.3g} deg/s (three standard deviations), and PX4 corrects "
                  "them only 5 s after its start",
                  most_deg_s),
      "Give the bias that is left after a calibration on the bench");
}
template <class Sensor>
void warn_of_drift(const std::string&, const Sensor&, Report&) {}

}  // namespace

void warn_of_firmware(const Scenario& scenario, Report& report) {
  std::visit(
      [&]<class C>(const C& own) {
        if constexpr (std::derived_from<C, FirmwareController>) {
          warn_of_start(own, report);
        }
        if constexpr (std::same_as<C, Px4MavlinkController>) {
          for_each_sensor(scenario.sensors, [&](const std::string& name, const auto& sensor) {
            warn_of_drift(name, sensor, report);
          });
        }
      },
      *scenario.controller);
  std::visit(
      [&]<class C>(const C&) {
        if constexpr (is_program_law<C>) {
          if (C::why_not_repeatable.empty()) return;
          report.warning("controller.type",
                         fmt::format("flights with the {} are not repeatable bit for bit",
                                     C::program_names.noun),
                         std::string(C::why_not_repeatable),
                         "Rely on statistics, which are repeatable within their confidence "
                         "intervals; digests and replay are not");
        }
      },
      *scenario.controller);
}

}  // namespace montecopter
