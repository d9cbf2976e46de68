#pragma once
/// The model of the vehicle that the gains of a controller belong to: the nominal one of a sweep
/// point, never a sample's own. Its gains are folded with it.

#include <array>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/controllers/allocation.hpp"
#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/lqr_law.hpp"
#include "dynamics/rotors/max_rotors.hpp"

namespace montecopter {

struct KnownModel {
  KnownVehicle<double> vehicle{};
  Allocation<double, max_rotors> allocation{};  ///< of a multirotor
  /// Allocations to the rotors that events leave, in their order.
  std::vector<Allocation<double, max_rotors>> reallocations;
  LqrGains<double> lqr{};  ///< by the synthesis in src/design, for an LqrController
  /// Gains of the LQR on commands that wait, the oldest first: [update][command][command].
  std::vector<double> lqr_pending{};
  double period_s = 0;  ///< from update to update

  /// The greatest thrust of which every rotor can take its part, per mass [m/s2].
  double full_thrust() const { return allocation.thrust_high / vehicle.mass; }
};

inline Vec3<double> vector_of(const PerAxis& a) { return {a[0], a[1], a[2]}; }

}  // namespace montecopter
