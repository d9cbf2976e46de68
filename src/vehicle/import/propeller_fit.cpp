#include "vehicle/import/propeller_fit.hpp"

#include <cmath>
#include <string_view>
#include <vector>

#include "core/base/text.hpp"
#include "dynamics/rotors/blade.hpp"

namespace montecopter {
namespace {

constexpr double metres_per_inch = 0.0254, most_offset_deg = 6;

/// Loads per squared speed with a pitch offset.
Load<double> loads_at(BladeElementRotor& law, double offset_deg, const StaticLoads& measured) {
  law.pitch_offset_deg = offset_deg;
  if (measured.inflow == 0) return law.still_air_load(1.0, measured.density_kg_m3);
  const TipFlow tip = tip_flow(law.radius_m(), law.reference_speed(), sea_level_air());
  InducedVelocities induced{};
  const RotorCoefficients c = blade_loads(blade_of(law), tip, measured.inflow, 0, induced);
  LawCoefficients<double> k{};
  law.fold(measured.density_kg_m3, k);
  return {k[0] * c.thrust, k[1] * c.torque};
}

/// Sets the pitch offset that gives this thrust per squared speed, or the nearest one.
Load<double> turn_to(BladeElementRotor& law, double thrust_n_s2, const StaticLoads& measured) {
  double low = -most_offset_deg, high = most_offset_deg;
  for (int round = 0; round < 30; ++round) {
    const double middle = 0.5 * (low + high);
    (loads_at(law, middle, measured).thrust < thrust_n_s2 ? low : high) = middle;
  }
  // Few digits: a file of numbers that people read.
  return loads_at(law, std::round(1e3 * low) * 1e-3, measured);
}

}  // namespace

std::optional<BladeElementRotor> propeller_of(const std::string& name) {
  std::vector<double> numbers;
  for (std::string_view rest = name; numbers.size() < 4;) {
    const std::size_t x = rest.find_first_of("xX");
    const auto number = parse_double(rest.substr(0, x));
    if (!number || !(*number > 0)) return std::nullopt;
    numbers.push_back(*number);
    if (x == std::string_view::npos) break;
    rest.remove_prefix(x + 1);
  }
  if (numbers.size() < 2 || numbers.size() > 3) return std::nullopt;
  if (numbers[0] > 200 || numbers[1] > 200) return std::nullopt;
  BladeElementRotor law;
  law.diameter_m = numbers[0] * metres_per_inch, law.pitch_m = numbers[1] * metres_per_inch;
  if (numbers.size() == 3) {
    if (numbers[2] != std::floor(numbers[2]) || numbers[2] > 16) return std::nullopt;
    law.blades = std::lround(numbers[2]);
  }
  return law;
}

std::optional<BladeElementRotor> matched(BladeElementRotor law, const StaticLoads& measured) {
  law.reference_speed_rad_s = measured.speed_rad_s;
  law.thrust_scale = law.torque_scale = 1, law.pitch_offset_deg = 0;
  const Load<double> own = loads_at(law, 0, measured);
  if (!(own.thrust > 0 && own.torque > 0 && measured.thrust_n_s2 > 0)) return std::nullopt;
  const double ratio = measured.thrust_n_s2 / own.thrust;
  double least = HUGE_VAL;
  BladeElementRotor best = law;
  for (const double by_factor : {0.2, 0.35, 0.5, 0.65, 0.8}) {
    if (!measured.torque_n_m_s2 && by_factor != 0.5) continue;
    const Load<double> turned = turn_to(law, own.thrust * std::pow(ratio, 1 - by_factor), measured);
    law.thrust_scale = measured.thrust_n_s2 / turned.thrust;
    law.torque_scale = measured.torque_n_m_s2.value_or(turned.torque) / turned.torque;
    const double factor = std::fabs(std::log(law.torque_scale));
    if (factor < least) least = factor, best = law;
    law.thrust_scale = law.torque_scale = 1;
  }
  return best;
}

}  // namespace montecopter
