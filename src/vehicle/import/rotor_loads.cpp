#include "vehicle/import/rotor_loads.hpp"

#include <cmath>
#include <variant>

#include "core/numerics/angles.hpp"
#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"

namespace montecopter {
namespace {

constexpr double sea_level_kg_m3 = 1.225;

template <class Law>
FullLoad load_at(const Law& law, double command) {
  const Load<double> load = still_air_load(law, command, sea_level_kg_m3);
  return {load.thrust, load.torque};
}

}  // namespace

FullLoad full_load(const Rotor& rotor) {
  const double command = std::visit([](const auto& motor) { return motor.max; }, *rotor.motor);
  return load_at_command(rotor, command);
}

FullLoad load_at_command(const Rotor& rotor, double command) {
  return std::visit([&](const auto& law) { return load_at(law, command); }, *rotor.law);
}

std::optional<HoverSlope> hover_slope(const Rotor& rotor, double thrust_n) {
  const double least = std::visit([](const auto& motor) { return motor.min; }, *rotor.motor);
  const double most = std::visit([](const auto& motor) { return motor.max; }, *rotor.motor);
  const auto at = [&](double share) {
    return load_at_command(rotor, least + share * (most - least));
  };
  if (!(at(1).thrust_n > thrust_n && at(0).thrust_n < thrust_n)) return std::nullopt;
  double low = 0, high = 1;
  for (int round = 0; round < 60; ++round) {
    const double middle = 0.5 * (low + high);
    (at(middle).thrust_n < thrust_n ? low : high) = middle;
  }
  // A central difference over a small part of the range, within it.
  const double step = std::fmin(1e-4, std::fmin(low, 1 - low));
  if (!(step > 0)) return std::nullopt;
  const FullLoad ahead = at(low + step), behind = at(low - step);
  return HoverSlope{(ahead.thrust_n - behind.thrust_n) / (2 * step),
                    (ahead.torque_n_m - behind.torque_n_m) / (2 * step),
                    least + low * (most - least)};
}

std::optional<double> hover_turns_hz(const Rotor& rotor, double thrust_n) {
  const bool has_speed = std::visit([](const auto& law) { return law.takes_speed(); }, *rotor.law);
  const auto slope = has_speed ? hover_slope(rotor, thrust_n) : std::nullopt;
  if (!slope) return std::nullopt;
  return slope->command / rad_per_turn;
}

}  // namespace montecopter
