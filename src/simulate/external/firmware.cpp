#include "simulate/external/firmware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <filesystem>
#include <system_error>
#include <variant>

#include "core/base/error.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/estimator_sensors.hpp"
#include "scenario/derived/rotor_outputs.hpp"
#include "scenario/derived/time_grid.hpp"

namespace montecopter {
namespace {

/// The first sensor of each kind, and range finders.
ExternalSensors sensed_among(const Sensors& sensors, bool for_navigation) {
  ExternalSensors seen;
  seen.any = true;
  seen.accelerometer = find_sensor<Accelerometer>(sensors, std::nullopt).place;
  seen.gyroscope = find_sensor<Gyroscope>(sensors, std::nullopt).place;
  if (for_navigation) {
    seen.magnetometer = find_sensor<Magnetometer>(sensors, std::nullopt).place;
    seen.barometer = find_sensor<Barometer>(sensors, std::nullopt).place;
    seen.gnss = find_sensor<Gnss>(sensors, std::nullopt).place;
  }
  int place = 0;
  for_each_sensor(sensors, [&]<class Sensor>(const std::string&, const Sensor&) {
    const int here = place++;
    if (!std::is_same_v<Sensor, RangeFinder>) return;
    if (seen.range_finders < most_external_range_finders) {
      seen.range_finder[static_cast<std::size_t>(seen.range_finders++)] = here;
    }
  });
  return seen;
}

std::int64_t last_update_of(const Scenario& scenario, double rate_hz) {
  const TimeGrid grid = make_time_grid(scenario, [](auto&&...) {});
  const double steps_per_update = std::round(1 / (rate_hz * grid.step_s));
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(grid.steps) / steps_per_update)) -
         1;
}

}  // namespace

ExternalSensors sensed_by_firmware(const Scenario& scenario) {
  return std::visit(
      [&]<class C>(const C&) -> ExternalSensors {
        if constexpr (std::derived_from<C, FirmwareController>) {
          return sensed_among(scenario.sensors, C::reads_navigation_sensors);
        }
        return {};
      },
      *scenario.controller);
}

void RotorSpans::take(const montecopter_vehicle& vehicle) {
  for (std::size_t i = 0; i < vehicle.commands; ++i) {
    low_[i] = vehicle.command_low[i];
    span_[i] = vehicle.command_high[i] - vehicle.command_low[i];
  }
}

double RotorSpans::command(std::size_t rotor, double fraction) const {
  return std::fma(fraction, span_[rotor], low_[rotor]);
}

void FlightEvidence::take(const montecopter_vehicle& vehicle, const montecopter_state& start) {
  rotors_ = vehicle.commands;
  for (std::size_t i = 0; i < rotors_; ++i) {
    low_ += vehicle.command_low[i];
    hover_ += vehicle.command_hover[i];
  }
  std::copy_n(start.position_m, 3, start_m_);
}

void FlightEvidence::add(const montecopter_state& state, const double* commands, bool is_armed) {
  constexpr double at_rest_m = 0.01;
  double sum = 0, way_m = 0;
  for (std::size_t i = 0; i < rotors_; ++i) sum += commands[i];
  for (std::size_t k = 0; k < 3; ++k) {
    way_m = std::max(way_m, std::abs(state.position_m[k] - start_m_[k]));
  }
  still_ += std::equal(last_m_, last_m_ + 3, state.position_m) ? 1 : 0;
  std::copy_n(state.position_m, 3, last_m_);
  mean_ += (sum - mean_) / static_cast<double>(++updates_);
  was_armed_ = was_armed_ || is_armed;
  has_moved_ = has_moved_ || way_m > at_rest_m;
}

std::string FlightEvidence::why_none() const {
  if (!was_armed_) return "it never armed";
  const double of_hover = (mean_ - low_) / (hover_ - low_);
  const bool is_idle = of_hover < 0.5;
  const bool stands = 2 * still_ > updates_;
  if (has_moved_ || !(is_idle || stands)) return "";
  return fmt::format(
      "it armed, but the vehicle never took off (its motors had {:.0f} % of hover on average)",
      100 * of_hover);
}

std::array<double, 3> force_at_rest(const double (&q_WB)[4], double gravity_m_s2) {
  const double w = q_WB[0], x = q_WB[1], y = q_WB[2], z = q_WB[3];
  return {-gravity_m_s2 * (2 * (x * z - w * y)), -gravity_m_s2 * (2 * (y * z + w * x)),
          -gravity_m_s2 * (1 - 2 * (x * x + y * y))};
}

void require_room(const std::string& folder, std::uintmax_t least_bytes, const std::string& key,
                  const std::string& what, const std::string& effect) {
  std::error_code unknown;
  const std::filesystem::space_info space = std::filesystem::space(folder, unknown);
  if (unknown || space.capacity == 0 || space.available >= least_bytes) return;
  throw Error(
      ExitCode::io,
      Problem{key, what, fmt::format("the disk of '{}' is full; {}", folder, effect),
              "Free space there, or set TMPDIR to another folder; run the same command again"});
}

void require_room(const std::string& folder, const std::string& failure) {
  constexpr std::uintmax_t least_bytes = 1 << 20;
  require_room(folder, least_bytes, "controller", "no disk space for the files of a firmware",
               "a flight failed: " + failure);
}

ExternalFirmware::ExternalFirmware(const Scenario& scenario, const FirmwareController& controller,
                                   const std::string& where)
    : where_(where),
      timeout_s_(controller.timeout_s),
      rate_hz_(controller.rate_hz.hz()),
      keeps_log_(controller.keep_log),
      startup_updates_(std::llround(controller.startup_s * rate_hz_)),
      last_update_(last_update_of(scenario, rate_hz_)),
      outputs_(rotor_outputs(std::get<Multirotor>(*scenario.vehicle), controller.frame).outputs) {
  for (std::size_t i = 0; i < controller.command.size(); ++i) {
    words_.push_back(controller.words[i].text);
    files_.push_back(controller.words[i].is_file);
  }
  for (const auto& [name, number] : controller.parameters) {
    plan_.parameters[parameters_.size()].given = static_cast<int>(parameters_.size());
    parameters_.push_back(name);
  }
  plan_.parameter_count = parameters_.size();
  plan_.commands_wrench = false;
  plan_.senses = sensed_by_firmware(scenario);
}

void ExternalFirmware::require_runnable(const Command& command, const std::string& where,
                                        const std::string& suggestion) const {
  const std::string obstacle = command.obstacle();
  if (obstacle.empty()) return;
  throw Error(ExitCode::usage,
              Problem{where, fmt::format("cannot run the firmware '{}'", words_.front()), obstacle,
                      suggestion});
}

std::string ExternalFirmware::title() const { return "the firmware"; }

ExternalProgram::Cause ExternalFirmware::cause_of_difference() const {
  return {
      "each flight has a new process, so it uses a clock, random numbers or a file of an "
      "earlier flight",
      "Make it depend on its inputs only, and connect no ground station to it"};
}

}  // namespace montecopter
