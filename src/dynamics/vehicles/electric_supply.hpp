#pragma once
/// Electric motors that turn steadily, and the battery that supplies them, over plain doubles: for
/// the start of a flight, trims and linear models. Flights compute the same step by step
/// (BatteryState).

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "dynamics/motors/electric.hpp"
#include "dynamics/vehicles/battery.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// A battery as it is at the start of a flight.
struct ElectricSupply {
  double open_circuit = 0, resistance = 0;  ///< [V], [ohm]
  double per_efficiency = 1, avionics = 0;  ///< of the speed controllers; [W]

  explicit ElectricSupply(const Battery& battery);
  BatteryOutput<double> output(const ElectricLoad<double>& motors) const;
};

/// Whether a vehicle has electric motors.
bool has_electric_motors(const Multirotor& vehicle);

/// The supply of a vehicle with electric motors; nullopt: each motor has a constant voltage.
std::optional<ElectricSupply> electric_supply_of(const Multirotor& vehicle);

/// Largest number of iterations that find steady speeds. An iteration leaves half of the error or
/// less where the drag torque grows at least in proportion to the speed. It leaves none where the
/// torque is quadratic and the voltage constant.
inline constexpr int steady_iterations = 60;

/// Steady speeds of electric motors, by iteration from `speed`. motor_of(i) has the coefficients of
/// a motor. The drag torque is torque(i, speed), and voltage(speed) is that of the supply.
template <class Coefficients, class Voltage, class Torque>
void settle(std::vector<double>& speed, const Coefficients& motor_of,
            const std::vector<double>& commands, const Voltage& voltage, const Torque& torque) {
  for (int n = 0; n < steady_iterations; ++n) {
    const double volts = voltage(speed);
    double change = 0, fastest = 0;
    std::vector<double> next = speed;
    for (std::size_t i = 0; i < speed.size(); ++i) {
      const double w = speed[i], factor = w > 0 ? torque(i, speed) / (w * w) : 0.0;
      next[i] = ElectricMotor::steady_speed(motor_of(i), volts * commands[i], factor);
      change = std::fmax(change, std::fabs(next[i] - w)), fastest = std::fmax(fastest, next[i]);
    }
    speed = next;
    if (!(change > 1e-15 * fastest)) return;
  }
}

/// Steady speeds in air that stands still, of a vehicle with electric motors. One command per
/// rotor.
std::vector<double> steady_speeds(const Multirotor& vehicle, const double* commands,
                                  double air_density_kg_m3);

}  // namespace montecopter
