#include "dynamics/vehicles/electric_supply.hpp"

#include <variant>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"

namespace montecopter {

ElectricSupply::ElectricSupply(const Battery& battery) {
  const BatteryConstants<double> c = fold_battery(battery);
  const double warm = battery.thermal ? at_temperature(c, c.resistance_slope, c.initial) : 1.0;
  open_circuit = std::fmax(open_circuit_voltage(form_of(battery), c, c.state_of_charge), 0.0);
  resistance = warm * c.resistance;
  per_efficiency = c.per_shaft_power, avionics = c.avionics;
}

BatteryOutput<double> ElectricSupply::output(const ElectricLoad<double>& motors) const {
  return battery_output<double>(open_circuit, resistance, motors, avionics);
}

bool has_electric_motors(const Multirotor& vehicle) {
  return !vehicle.rotors.empty() &&
         std::holds_alternative<ElectricMotor>(*vehicle.rotors.front().motor);
}

std::optional<ElectricSupply> electric_supply_of(const Multirotor& vehicle) {
  if (!has_electric_motors(vehicle) || !vehicle.battery) return std::nullopt;
  return ElectricSupply(*vehicle.battery);
}

std::vector<double> steady_speeds(const Multirotor& vehicle, const double* commands,
                                  double air_density_kg_m3) {
  const std::size_t rotors = vehicle.rotors.size();
  const auto supply = electric_supply_of(vehicle);
  std::vector<MotorCoefficients<double>> motor;
  for (const Rotor& rotor : vehicle.rotors)
    motor.push_back(std::get<ElectricMotor>(*rotor.motor).fold());
  std::vector<double> speed(rotors), limited(rotors);
  for (std::size_t i = 0; i < rotors; ++i) {
    const auto& limits = std::get<ElectricMotor>(*vehicle.rotors[i].motor);
    limited[i] = clamp(commands[i], limits.min, limits.max);
  }
  settle(
      speed, [&](std::size_t i) { return motor[i]; }, limited,
      [&](const std::vector<double>& w) {
        if (!supply) return 1.0;
        ElectricLoad<double> load{};
        for (std::size_t i = 0; i < rotors; ++i) {
          const double duty = motor[i][0] * limited[i];
          const double per_volt = supply->per_efficiency * (duty * motor[i][1]);
          load.conductance = std::fma(duty, per_volt, load.conductance);
          load.back_current = std::fma(per_volt, motor[i][2] * w[i], load.back_current);
        }
        return supply->output(load).voltage;
      },
      [&](std::size_t i, const std::vector<double>& w) {
        return std::visit(
            [&](const auto& law) { return still_air_load(law, w[i], air_density_kg_m3).torque; },
            *vehicle.rotors[i].law);
      });
  return speed;
}

}  // namespace montecopter
