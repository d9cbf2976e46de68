#pragma once
/// Set-up of the control allocation of a multirotor, with correctly rounded operations in a fixed
/// order (the result is part of the bits).

#include <optional>

#include "dynamics/controllers/allocation.hpp"
#include "dynamics/rotors/rotor_law.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// Axes that a controller commands, in the order of the rows of the effectiveness matrix.
inline constexpr std::array<std::string_view, 4> allocated_axes = {"thrust", "roll", "pitch",
                                                                   "yaw"};

/// What a controller does without after failures.
struct Forgone {
  unsigned rotors = 0;  ///< bit i: rotor i
  bool yaw = false;
};

/// nullopt: the rotor law is not of this form.
std::optional<ThrustCurve> thrust_curve(const RotorLaw& law, double air_density_kg_m3);

/// Whether the curves of all rotors have neither offset nor slope, whatever their numbers.
bool has_quadratic_curves(const Multirotor& vehicle);

/// An axis about which the rotors cannot push, if there is one: the rank of the effectiveness
/// matrix is below 4. Axes are tried in the order of allocated_axes. Every rotor has a thrust
/// curve. Forgone rotors do not push, and forgone yaw is not missing.
std::optional<std::string_view> missing_axis(const Multirotor& vehicle, double air_density_kg_m3,
                                             const Forgone& forgone = {});

/// The pseudo-inverse B^T (B B^T)^-1 of the effectiveness matrix B (wrench = B thrusts), in
/// NED/FRD. The vehicle has been validated: curves there are, and no axis is missing. Columns of
/// forgone rotors are 0 in B: no part of the wrench goes to them, and no limit of theirs applies.
/// If yaw is forgone, or missing without these rotors, B has no row of it.
Allocation<double, max_rotors> fold_allocation(const Multirotor& vehicle, double air_density_kg_m3,
                                               const Forgone& forgone = {});

}  // namespace montecopter
