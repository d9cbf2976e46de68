#pragma once
/// Largest rate of change of the force of a ground.

namespace montecopter {

/// The force of a ground on one contact point, linear in depth and speed, where it is steepest. A
/// step has to resolve the motion on such a spring and damper: contact_motion() in
/// vehicles/rigid_body_setup.hpp.
struct LinearContact {
  double stiffness_n_m = 0, damping_n_s_m = 0;
};

}  // namespace montecopter
