#pragma once
/// Authority of the rotors of a multirotor at rest in calm air, of all or all but one that has
/// failed. It is found by linear programs over their thrusts, each between the lowest and the
/// highest that its commands give.
///
/// The drag torque of a rotor is taken as linear in its thrust between these two, which is exact
/// where both are multiples of one shape. Forces across the body's z axis are left out: they move
/// the vehicle and do not turn it.

#include <optional>
#include <vector>

#include "dynamics/linear/multirotor_model.hpp"

namespace montecopter {

/// The least and the greatest that can be had of one quantity; lowest > highest: nothing can.
struct AuthorityLimits {
  double lowest = 1, highest = -1;
  bool exists() const { return lowest <= highest; }
  /// The smaller of both ways from 0; 0: one way is closed.
  double both_ways() const;
};

/// Authority with the rest held: thrust along body up at the weight, and the angular accelerations
/// about the other axes at 0.
struct Authority {
  AuthorityLimits roll_rad_s2, pitch_rad_s2, yaw_rad_s2;  ///< about the body axes, FRD
  AuthorityLimits thrust_to_weight;                       ///< with all angular accelerations at 0

  /// Whether the hover is in the interior of the attainable set: every quantity can be changed both
  /// ways. Du, Quan et al. (2015) call this a positive available control authority index. Without
  /// it no controller, however clever, holds the hover.
  bool holds_hover(bool yaw_counts = true) const;
};

struct AuthorityOfRotors {
  Authority heading_held;
  Authority yaw_free;  ///< with any angular acceleration about z, which is no quantity of it
};

/// `failed`: this rotor gives neither thrust nor torque. The vehicle has been validated.
AuthorityOfRotors control_authority(const MultirotorModel& model, std::optional<int> failed = {});
/// Authority with this fraction left of thrust and torque of each rotor.
AuthorityOfRotors control_authority(const MultirotorModel& model,
                                    const std::vector<double>& effectiveness);

/// Moment of a rotor about the centre of mass [N m, FRD] under a load.
Eigen::Vector3d rotor_moment(const Multirotor& vehicle, int rotor, const Load<double>& load);
/// Angular acceleration [rad/s2, FRD] of a vehicle at rest by a moment [N m, FRD].
Eigen::Vector3d angular_acceleration(const Multirotor& vehicle, const Eigen::Vector3d& moment);

}  // namespace montecopter
