#pragma once
/// Set-up that every vehicle needs: frames, inertia, contact, with correctly rounded operations
/// only (the results are part of the bits). The set-up of both vehicles calls it for each sample,
/// SampleBuilder for the contact with the ground, and the checks of scenarios for what they refuse.

#include <array>
#include <string_view>
#include <vector>

#include "core/numerics/vec3.hpp"
#include "dynamics/grounds/ground.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "dynamics/vehicles/contact.hpp"
#include "dynamics/vehicles/rigid_body.hpp"

namespace montecopter {

/// +1 or -1 by which each axis is multiplied on the way from a vehicle's frame to NED/FRD.
std::array<double, 3> frame_signs(std::string_view frame);

/// a b - c d, rounded as one fused operation.
double cross_difference(double a, double b, double c, double d);

/// Is the tensor positive definite, and does it obey the triangle inequality of principal moments
/// (largest <= sum of the others, up to a relative 1e-9)?
bool is_positive_definite(const Inertia& inertia);
bool obeys_triangle_inequality(const Inertia& inertia);

/// The tensor after stretch and turn, in xx to yz; the given bits if there are none. With the
/// second moments S = tr(J)/2 I - J, S' = R diag(s) S diag(s) R^T and J' = tr(S') I - S'.
Inertia effective_inertia(const Inertia& inertia);

/// Has the effective tensor products of inertia? A stretch makes none, whatever its factors are,
/// and whatever is stretched: also where they are not known (NaN). A turn makes them of any number
/// that is not known.
bool has_products(const Inertia& inertia);

/// Has the effective tensor both properties? Some body has it then.
bool is_of_a_body(const Inertia& inertia);

/// The effective tensor in NED/FRD, and its inverse.
Symmetric3<double> inertia_tensor(const Inertia& inertia, const std::array<double, 3>& signs);
Symmetric3<double> inverse(const Symmetric3<double>& m);

/// Data of a body for the ground.
struct GroundedBody {
  double mass_kg = 0;
  Symmetric3<double> inverse_inertia{};
  std::array<double, 3> signs{};
  const std::vector<ContactPoint>* points = nullptr;
  std::array<double, 3> centre_of_mass_m{};
};
/// The fastest motion of a body on the ground, in which translation and rotation may be coupled, or
/// a little faster.
DampedOscillation contact_motion(const LinearContact& spring, double mass_kg,
                                 const Inertia& inertia, const std::vector<ContactPoint>& points,
                                 const std::array<double, 3>& centre_of_mass_m);

/// Does a step suit the springs? An integrator that chooses its own follows them in any.
bool can_stand(const DampedOscillation& motion, IntegratorKind integrator, double step_s);

ContactConstants<double> fold_contact(const Ground& ground, const GroundedBody& body);

}  // namespace montecopter
