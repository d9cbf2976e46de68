#pragma once
/// Endurance of a battery at constant power: the model of docs/models.md 1.13 in closed form.

#include "dynamics/vehicles/battery.hpp"

namespace montecopter {

/// Electric power [W] for what the rotors draw: drawn_power_w() (multirotor_performance.hpp).
double electric_power_w(const Battery& battery, double drawn);

/// Time [s] from the initial state of charge until the battery is empty, cannot deliver the power,
/// or has a terminal voltage below `lowest_voltage_v`. 0: one of these is true at the start;
/// infinite: without power.
double endurance_s(const Battery& battery, double electric_power_w, double lowest_voltage_v);

}  // namespace montecopter
