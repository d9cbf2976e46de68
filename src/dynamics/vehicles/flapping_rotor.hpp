#pragma once
/// Main rotor with flapping blades and dynamic inflow: docs/models.md 1.6. Blades of constant chord
/// with hinges and springs flap to first order: their tips stay in a plane, which is a gyroscope on
/// the springs of the hub. The inflow is uniform; its rate is the surplus of thrust over the
/// momentum that the air takes up.
///
/// Axes F of the helicopter's document: forward, left, up. Seen from above the rotor turns
/// clockwise. HelicopterDynamics with `flaps` evaluates load() once per derivative.

#include <array>
#include <string_view>

#include "core/numerics/vec3.hpp"
#include "dynamics/vehicles/helicopter_constants.hpp"

namespace montecopter {

/// Names of the states, in their order after the servos.
inline constexpr std::array<std::string_view, 3> flapping_states = {
    "longitudinal_flapping", "lateral_flapping", "induced_velocity"};

/// State of the disc: tilt of the tip-path plane against the shaft, backwards (a1) and to the right
/// (b1) [rad]. The rotor induces the velocity `inflow` in the air, down [m/s].
template <class S>
struct DiscState {
  S back, right, inflow;
};

/// Conditions of the rotor.
template <class S>
struct DiscFlow {
  Vec3<S> v_BA_F;                           ///< of the air relative to the body [m/s]
  S density;                                ///< ratio to the density of the operating points
  S roll_rate, pitch_rate;                  ///< of the body, forward and right axis [rad/s]
  S speed, collective, cyclic_x, cyclic_y;  ///< [rad/s], pitch in its unit
};

/// Load on the body, and rates of the state.
template <class S>
struct FlappingLoad {
  S thrust;                   ///< along the shaft [N]
  S torque;                   ///< against the rotor's turning [N m]
  S moment_x, moment_across;  ///< by springs and by thrust off the shaft, about forward and left
  S force_x, force_y;         ///< thrust across the shaft, forward and left [N]
  DiscState<S> rate;
};

/// Lowest speed for which the equations are evaluated [rad/s]: a rotor at rest has no tip-path
/// plane.
inline constexpr double slowest_flapping_rad_s = 1.0;

/// Velocity of the air down through the tip-path plane, without what the rotor induces [m/s].
template <class S>
S passing_velocity(const DiscState<S>& tilt, const Vec3<S>& v_BA_F) {
  return -fnma(v_BA_F.y, tilt.right, fnma(v_BA_F.x, tilt.back, v_BA_F.z));
}

/// Load and rates. With the tilt t = (right, -back) about the forward and left axis, the blades see
/// the cyclic pitch less the tilt and the air that passes the tip-path plane. Their moment N turns
/// the plane in space at u: c u + J w z x u = N - K t, where c = s R4 w is the aerodynamic damping.
template <class S>
FlappingLoad<S> flapping_load(const FoldedDisc<S>& d, const FoldedFlapping<S>& f, const S& inertia,
                              const DiscState<S>& tilt, const DiscFlow<S>& at) {
  const S& w = at.speed;
  const Vec3<S>& v = at.v_BA_F;
  const S across = fma(v.x, v.x, v.y * v.y);
  const S down = tilt.inflow + passing_velocity(tilt, v);
  // C_2 times the cyclic pitch against the tip-path plane.
  const S b_x = fnma(f.lift_slope, tilt.right, d.lift_1 * at.cyclic_x);
  const S b_y = fma(f.lift_slope, tilt.back, d.lift_1 * at.cyclic_y);
  const S q = fnma(b_x, v.y, b_y * v.x), slowed = f.lift_slope * down;
  const S lift = fma(d.lift_1, at.collective, d.lift_0);
  const S w2 = w * w, E = d.radii_3, Es = E * across;
  const S D = fma(d.radii_5, w2, S(0.5) * Es);
  const S m = fma(lift, d.radii_4 * w, E * fma(S(-2.0), slowed, q));
  // u = (c - J w z x) N / (c^2 + J^2 w^2), with c over w.
  const S stiffness = fma(f.offset_stiffness, w2, f.stiffness);
  const S N_x = fnma(stiffness, tilt.right, at.density * fnma(v.x, m, -(b_y * D)));
  const S N_y = fma(stiffness, tilt.back, at.density * fnma(v.y, m, b_x * D));
  const S c = at.density * f.lift_slope * d.radii_5, least = max(w, S(slowest_flapping_rad_s));
  const S per = S(1.0) / (fma(c, c, inertia * inertia) * least);
  const S u_x = fma(c, N_x, inertia * N_y) * per, u_y = fnma(inertia, N_x, c * N_y) * per;
  // Thrust in the air of the operating points.
  const S turned = fma(u_x, v.x, u_y * v.y);
  const S T = fma(lift, fma(d.radii_4, w2, d.radii_2 * across),
                  S(2.0) * E * fma(S(2.0) * w, q - slowed, f.lift_slope * turned));
  const S thrust = at.density * T;
  const S profile = fma(d.drag_2, at.collective * at.collective, d.drag_0) * fma(S(2.0), D, Es);
  const S speed_through = sqrt(fma(down, down, across));
  FlappingLoad<S> load;
  load.thrust = thrust;
  load.torque = fma(at.density, profile, thrust * down / least);
  const S arm = fma(f.hub_z, thrust, stiffness);
  load.moment_x = arm * tilt.right, load.moment_across = -(arm * tilt.back);
  load.force_x = -(thrust * tilt.back), load.force_y = -(thrust * tilt.right);
  load.rate = {-(u_y + at.pitch_rate), u_x - at.roll_rate,
               fnma(f.inflow_rate * tilt.inflow, speed_through, f.inflow_gain * T)};
  return load;
}

}  // namespace montecopter
