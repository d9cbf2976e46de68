#include <fmt/format.h>

#include <string>
#include <variant>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/electric_supply.hpp"
#include "dynamics/vehicles/helicopter.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "scenario/checks/shared.hpp"

namespace montecopter {
namespace {

const std::string battery_path = "vehicle.battery";

std::string type_of(const Motor& motor) {
  return std::visit([](const auto& m) { return std::string(m.type_name); }, motor);
}

/// Checks that the power that the rotors draw from a battery is known.
void check_power(const Multirotor& vehicle, Report& report) {
  const Motor& motor = *vehicle.rotors.front().motor;
  if (vehicle.battery->thrust_per_power_n_w) {
    if (!has_electric_motors(vehicle)) return;
    report.error(battery_path + ".thrust_per_power_n_w",
                 "thrust per power is given for electric motors",
                 "the power they draw follows from voltage and current",
                 "Give the efficiency of the speed controllers in its place");
    return;
  }
  if (!takes_speed(*vehicle.rotors.front().law)) {
    report.error(battery_path, "the rotors of this vehicle have no speed",
                 "the power drawn is torque times speed",
                 "Give thrust_per_power_n_w in place of efficiency, or use a rotor law with a "
                 "speed");
  }
  if (std::visit([](const auto& m) { return m.lags_load; }, motor)) {
    report.error(battery_path,
                 fmt::format("the motors of this vehicle are of type {}", type_of(motor)),
                 "the power drawn is torque times speed, and these motors have no speed",
                 "Give thrust_per_power_n_w in place of efficiency, or use another motor");
  }
}

/// Checks that the limit of commands over voltage suits the motors.
void check_command_limit(const Multirotor& vehicle, Report& report) {
  const bool electric = has_electric_motors(vehicle);
  const std::string limit = battery_path + ".full_command_voltage_v";
  if (electric && vehicle.battery->full_command_voltage_v) {
    report.error(limit, "a command limit over voltage is given for electric motors",
                 "their speed follows the voltage itself", "Remove it");
  } else if (!electric && !vehicle.battery->full_command_voltage_v) {
    report.error(battery_path, fmt::format("missing '{}'", limit),
                 "the highest command of motors that are not electric depends on it",
                 "Give the lowest voltage under load at which the motors reach it");
  }
}

/// Checks that an electric motor has one source of voltage.
void check_supply(const ElectricMotor& motor, bool has_battery, const std::string& path,
                  Report& report) {
  if (has_battery && motor.voltage_v) {
    report.error(path + ".voltage_v", fmt::format("'{}.voltage_v' is given beside a battery", path),
                 "the battery supplies the motors", "Remove one of the two");
  } else if (!has_battery && !motor.voltage_v) {
    report.error(path, fmt::format("missing '{}.voltage_v'", path), "the motor has no supply",
                 "Give its constant voltage, or add [vehicle.battery]");
  }
}

}  // namespace

void check_battery(const std::optional<Battery>& battery, Report& report) {
  if (!battery || !report.clean(battery_path)) return;
  if (!is_battery(*battery)) {
    report.error(
        report.newest({battery_path + ".empty_voltage_v", battery_path + ".full_voltage_v"}),
        fmt::format("the empty battery has {} V, the full one {} V", battery->empty_voltage_v,
                    battery->full_voltage_v),
        "voltage cannot rise during discharge");
  }
  if (battery->efficiency && battery->thrust_per_power_n_w) {
    report.error(battery_path + ".thrust_per_power_n_w",
                 fmt::format("'{}' has both efficiency and thrust_per_power_n_w", battery_path),
                 "each gives the power that the rotors draw", "Remove one of the two");
  } else if (!battery->efficiency && !battery->thrust_per_power_n_w) {
    report.error(battery_path, fmt::format("missing '{}.efficiency'", battery_path),
                 "it gives the power that the rotors draw",
                 "Give it, or thrust_per_power_n_w for rotors without a speed");
  }
}

void check_powertrain(const Multirotor& vehicle, Report& report) {
  if (!report.clean("vehicle.rotors") || !report.clean(battery_path)) return;
  if (vehicle.battery) {
    check_power(vehicle, report);
    check_command_limit(vehicle, report);
  }
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    const auto* motor = std::get_if<ElectricMotor>(&*vehicle.rotors[i].motor);
    const std::string path = fmt::format("vehicle.rotors.{}.motor", i);
    if (motor == nullptr) return;
    check_supply(*motor, vehicle.battery.has_value(), path, report);
    if (!report.clean(path)) return;  // rotors are alike: once is enough
  }
}

void check_battery_of_engine(const Helicopter& vehicle, Report& report) {
  if (!vehicle.battery || !report.clean(battery_path)) return;
  if (vehicle.battery->thrust_per_power_n_w) {
    report.error(battery_path + ".thrust_per_power_n_w",
                 "thrust per power is given for a helicopter",
                 "its engine draws torque times speed", "Give efficiency in its place");
  }
  const bool has_limit = vehicle.servos.throttle_max.has_value();
  if (vehicle.battery->full_command_voltage_v && !has_limit) {
    report.error(battery_path + ".full_command_voltage_v",
                 "the throttle of this helicopter has no limit",
                 "a low voltage lowers the highest throttle",
                 "Give vehicle.servos.throttle_max, or remove it");
  }
}

}  // namespace montecopter
