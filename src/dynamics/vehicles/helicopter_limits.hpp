#pragma once
/// Limits of the helicopter's model that flights, trims and trajectories are compared with
/// (HelicopterDynamics::exceeded_limits()).

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "dynamics/vehicles/helicopter.hpp"

namespace montecopter {

struct HelicopterLimit {
  std::string_view name;  ///< in files
  std::string_view doc;   ///< what exceeds it
};

/// In the order of the bits of the column `validity`, which never change. Flights of rigid discs
/// have those of the first two, as published; trims and trajectories are compared with all.
inline constexpr auto helicopter_limits = std::to_array<HelicopterLimit>({
    {"main_rotor_flow_reversed",
     "the flow is reversed on more of the main rotor's blades than the model knows"},
    {"tail_rotor_flow_reversed", "the flow is reversed on blades of the tail rotor"},
    {"vortex_ring", "the main rotor descends in its own wake"},
    {"flapping_angle", "the disc is tilted more than small angles allow"},
});
/// Places of the last two.
inline constexpr std::size_t vortex_ring_place = 2, flapping_angle_place = 3;
inline constexpr int helicopter_limit_count = static_cast<int>(helicopter_limits.size());

/// The limits with which the flights of a vehicle are compared.
inline std::span<const HelicopterLimit> limits_of(const Helicopter& vehicle) {
  const std::span all(helicopter_limits);
  return vehicle.main_rotor.flapping ? all : all.first(2);
}

/// Largest tilt of the disc against the shaft [rad], 15 degrees: sine and tangent then differ from
/// the angle by 1.1 and 2.3 %, and the cosine from 1 by 3.4 %.
inline constexpr double largest_flapping_rad = 0.2617993877991494;

/// Fraction of the radius up to which reversed flow may reach flapping blades. Blades from the
/// shaft on then have 1.0 % too much lift: 4 mu^3 / (9 pi) of 1/3 + mu^2 / 2, from the integral of
/// the squared velocity over the blade.
inline constexpr double known_reversed_radius = 0.3;

}  // namespace montecopter
