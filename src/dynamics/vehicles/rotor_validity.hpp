#pragma once
/// Limits of the rotor laws of a multirotor: whether a rotor is, in some flow and air, within the
/// range of its law. Trims, warnings and the monitor of flights ask it.

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dynamics/rotors/known_range.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// Limits of a rotor, in the order of their bits.
enum class RotorLimit {
  axial_flow,
  edgewise_flow,
  vortex_ring,
  tip_mach,
  reynolds_number,
  near_ground,
  density,
  response_surface
};

struct RotorLimitRow {
  RotorLimit limit;
  std::string_view name;  ///< in files
  std::string_view doc;   ///< what exceeds it
};

inline constexpr auto rotor_limit_rows = std::to_array<RotorLimitRow>({
    {RotorLimit::axial_flow, "axial_flow", "the flow along the axis is outside the rotor law"},
    {RotorLimit::edgewise_flow, "edgewise_flow",
     "the flow along the disc is outside the rotor law"},
    {RotorLimit::vortex_ring, "vortex_ring", "the rotor descends in its own wake"},
    {RotorLimit::tip_mach, "tip_mach", "the blade tips are too fast for the rotor law"},
    {RotorLimit::reynolds_number, "reynolds_number",
     "the Reynolds number of the blades is outside the rotor law"},
    {RotorLimit::near_ground, "near_ground",
     "the rotor is nearer to the ground than its model knows"},
    {RotorLimit::density, "density", "the air density is not that of the rotor law"},
    {RotorLimit::response_surface, "response_surface",
     "a term of the response surface is outside the data of its fit"},
});
inline constexpr int rotor_limits = static_cast<int>(rotor_limit_rows.size());

/// The limits that a vehicle has: the last one only with a response surface that has ranges.
std::span<const RotorLimitRow> limits_of(const Multirotor& vehicle);

/// A set of limits, one bit each.
struct RotorLimits {
  unsigned bits = 0;

  static constexpr unsigned bit(RotorLimit limit) { return 1u << static_cast<unsigned>(limit); }
  bool has(RotorLimit limit) const { return (bits & bit(limit)) != 0; }
  void add(RotorLimit limit, bool exceeded) {
    if (exceeded) bits |= bit(limit);
  }
  RotorLimits& operator|=(const RotorLimits& other) {
    bits |= other.bits;
    return *this;
  }
};

/// Fractions of a flight outside each limit, in their order, and outside any.
struct ValidityFractions {
  std::array<double, rotor_limits> each{};
  double any = 0;
};

/// Height of a hub over the ground, in radii, below which the ground changes the thrust: 0.97 of
/// the induced velocity at a height of one diameter (Prouty), less below.
inline constexpr double ground_effect_height = 2.0;

/// What is known of a rotor.
struct KnownRotor {
  KnownRange range;
  std::optional<double> radius_m;
  bool has_speed = false;          ///< the input of its law is a speed
  bool has_ground_effect = false;  ///< its vehicle has
};

/// A rotor in flight.
struct RotorFlight {
  double speed_rad_s = 0;  ///< or the signal that is the input of its law
  double thrust_n = 0;
  double axial_m_s = 0, edgewise_m_s = 0;  ///< velocity through the air; climb positive
  double height_m = std::numeric_limits<double>::infinity();  ///< of its hub over the ground
};

struct AirAround {
  double density_kg_m3 = sea_level_density_kg_m3;
  double temperature_k = 288.15;
};

/// Range of a law: its own, that of its table, or that of a law measured in hover.
KnownRange known_range(const RotorLaw& law);

/// Rotors of a vehicle, in their order.
std::vector<KnownRotor> known_rotors(const Multirotor& vehicle);

/// The limits that a rotor exceeds. Without a radius only the density is compared.
RotorLimits exceeded_limits(const KnownRotor& rotor, const RotorFlight& flight,
                            const AirAround& air);

/// The limits that cannot be monitored, for lack of a radius, a speed or a chord.
RotorLimits unmonitored_limits(const KnownRotor& rotor);

/// Two rotors of which one blows at the other.
struct OverlappingRotors {
  int upper = 0, lower = 0;
  bool coaxial = false;
};

/// Rotors in the wake of others, by their radii; without radii, those on one axis.
std::vector<OverlappingRotors> overlapping_rotors(const Multirotor& vehicle);

}  // namespace montecopter
