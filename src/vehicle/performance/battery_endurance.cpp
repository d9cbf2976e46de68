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

}  // namespace

double electric_power_w(const Battery& battery, double shaft_power_w) {
  return shaft_power_w / battery.efficiency + battery.avionics_power_w;
}

// s' = -I / C with I = P / V, so dt = -C V ds / P, and u = u_empty + span s.
double endurance_s(const Battery& battery, double electric_power_w, double lowest_voltage_v) {
  if (!(electric_power_w > 0)) return std::numeric_limits<double>::infinity();
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
