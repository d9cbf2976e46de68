#pragma once
/// Conserved quantities of flights without drag.

#include "core/numerics/vec3.hpp"
#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// A body with principal axes in a uniform field, with a wheel along body z.
struct FreeBody {
  double mass_kg, gravity_m_s2;
  Vector inertia_kg_m2;
  double wheel = 0;  ///< momentum of the wheel relative to the body [N m s]

  /// Kinetic and potential energy, without the energy of the wheel's own spin [J].
  double energy(const FlightsInMemory& flown, std::int64_t output) const;
  /// Momentum of body and wheel about the centre of mass, in world axes [N m s].
  Vec3<double> momentum(const FlightsInMemory& flown, std::int64_t output) const;
};

/// Largest change of the energy, as a fraction of the largest translational kinetic energy or of
/// the initial energy.
double energy_drift(const FlightsInMemory& flown, const FreeBody& body);
/// Drift of the angular momentum, as a fraction of the initial one.
double momentum_drift(const FlightsInMemory& flown, const FreeBody& body);
/// Largest | |q| - 1 |.
double norm_error(const FlightsInMemory& flown);

std::vector<Check> conservation_checks(const Lab& lab);

}  // namespace montecopter::verify
