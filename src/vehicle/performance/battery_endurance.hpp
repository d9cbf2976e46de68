#pragma once
/// How long a battery bears a constant power: the model of docs/models.md 1.13 in closed form.

#include "dynamics/vehicles/battery.hpp"

namespace montecopter {

/// Electric power [W] of rotors with this power at their shafts.
double electric_power_w(const Battery& battery, double shaft_power_w);

/// Time [s] from the state of charge at the start until the battery is empty, gives the power no
/// more, or has a voltage under load below `lowest_voltage_v`, whichever comes first. 0: it is so
/// at the start; infinite: without power.
double endurance_s(const Battery& battery, double electric_power_w, double lowest_voltage_v);

}  // namespace montecopter
