#include "vehicle/performance/battery_endurance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/elementary.hpp"

namespace montecopter {
namespace {

/// Integral of V = (u + sqrt(u^2 - a^2)) / 2 over the open-circuit voltage u.
double integral_of_voltage(double u, double a_squared) {
  const double root = std::sqrt(std::fmax(u * u - a_squared, 0.0));
  const double logarithm = a_squared > 0 ? a_squared * log(u + root) : 0;
  return 0.25 * (u * u + u * root - logarithm);
}

/// The same with parts, in small pieces of charge: the branch has settled at the current, and the
/// temperature is that of the start.
double endurance_with_parts_s(const Battery& battery, double power_w, double lowest_voltage_v) {
  constexpr int pieces = 2000;
  const BatteryForm form = form_of(battery);
  const BatteryConstants<double> c = fold_battery(battery);
  const bool warm = form.thermal;
  const double resistance = (warm ? at_temperature(c, c.resistance_slope, c.initial) : 1.0) *
                            (c.resistance + c.branch_resistance);
  const double capacity =
      battery.capacity_a_s * (warm ? at_temperature(c, c.capacity_slope, c.initial) : 1.0);
  const double piece = battery.state_of_charge / pieces;
  double time_s = 0;
  for (int k = 0; k < pieces; ++k) {
    const double charge = battery.state_of_charge - (k + 0.5) * piece;
    const double u = open_circuit_voltage(form, c, charge);
    const BatteryOutput<double> given = battery_output(u, resistance, power_w);
    if (u < battery.empty_voltage_v || given.power < power_w || given.voltage < lowest_voltage_v)
      break;
    const double rate =
        form.rate ? exp(c.rate_exponent * log(given.current * c.per_rated_current)) : 1.0;
    time_s += capacity * piece / (given.current * rate);
  }
  return time_s;
}

}  // namespace

double electric_power_w(const Battery& battery, double drawn) {
  if (battery.efficiency) return drawn / *battery.efficiency + battery.avionics_power_w;
  return drawn / *battery.thrust_per_power_n_w + battery.avionics_power_w;
}

// s' = -I / C with I = P / V, so dt = -C V ds / P, and u = u_empty + span s.
double endurance_s(const Battery& battery, double electric_power_w, double lowest_voltage_v) {
  if (!(electric_power_w > 0)) return std::numeric_limits<double>::infinity();
  BatteryForm parts = form_of(battery);
  parts.stops = false;
  if (parts != BatteryForm{}) {
    return endurance_with_parts_s(battery, electric_power_w, lowest_voltage_v);
  }
  const double span = battery.full_voltage_v - battery.empty_voltage_v;
  const double start = battery.empty_voltage_v + span * battery.state_of_charge;
  // V = u / 2 at u^2 = 4 R P; below, the battery cannot deliver the power.
  const double lost = battery.resistance_ohm * electric_power_w;
  double end = std::fmax(battery.empty_voltage_v, 2 * std::sqrt(lost));
  if (lowest_voltage_v > std::sqrt(lost)) {
    end = std::fmax(end, lowest_voltage_v + lost / lowest_voltage_v);
  }
  if (end > start) return 0;
  const double per_volt = battery.capacity_a_s / electric_power_w;
  // If the voltage hardly depends on the charge, use its value there: below a millionth, the
  // difference of the integrals would have no digits.
  if (span <= 1e-6 * battery.full_voltage_v) {
    const double voltage = battery_output(start, battery.resistance_ohm, electric_power_w).voltage;
    return per_volt * voltage * battery.state_of_charge;
  }
  return per_volt / span *
         (integral_of_voltage(start, 4 * lost) - integral_of_voltage(end, 4 * lost));
}

}  // namespace montecopter
