#pragma once
/// Induced velocity of a rotor or of an annulus of its disc: momentum theory in climb, hover and
/// fast descent, measurements in between, as one continuous law.
///
/// A thrust T = 2 rho A m v belongs to an induced velocity v and a mass flow rho A m. Momentum
/// theory has m = sqrt(Vx^2 + (V + v)^2) (H. Glauert, R&M 1111), V along the axis (climb positive)
/// and Vx along the disc. In descent, where v and V oppose each other, m would vanish. So V + v is
/// replaced by v q(V / v). q is that of momentum theory for V >= 0, and below it follows the
/// vertical descents of NACA TN 2474 (W. Castles, 1951). v m grows with v for each V, so that every
/// thrust has one induced velocity.

namespace montecopter {

/// Induced velocity over that of momentum theory, for a flow that is not uniform.
inline constexpr double inflow_factor = 1.15;

/// q(V / v), the mass flow without edgewise flow over rho A v.
double axial_mass_flow(double axial_over_induced);

/// m for an induced velocity, an axial velocity and the square of an edgewise velocity, in one
/// unit. A downward thrust mirrors the flow.
double mass_flow(double induced, double axial, double edgewise_squared);

/// Induced velocity over that of hover by momentum theory, sqrt(T / (2 rho A)), for an axial
/// velocity over the same.
double induced_velocity_ratio(double axial);

}  // namespace montecopter
