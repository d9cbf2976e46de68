#pragma once
/// Contact of a vehicle with a springy ground: SpringDamperGround over lanes.
///
/// Right-hand sides call push() last, with their v' and omega' already set, if the vehicle has
/// contact points. Each point C that is in the ground is pushed by spring and damper, never pulled,
/// and held by friction that is smooth around rest (docs/models.md 1.7):
///
///   F_C = (-mu N v_x / s, -mu N v_y / s, -N)
///   N = max(k depth + d v_z, 0)    s = sqrt(v_x^2 + v_y^2 + slip^2)
///
/// Constants are folded by fold_contact() (rigid_body_setup.hpp) and lie in a part of a sample's
/// row of their own, so that both kinds of vehicle share them.

#include <array>

#include "dynamics/state.hpp"
#include "dynamics/vec3.hpp"

namespace montecopter {

inline constexpr int max_contact_points = 8;

/// All members are S, so that samples gather into lanes as flat arrays of doubles.
template <class S>
struct ContactConstants {
  S ground_z;                                     ///< [m], world; of any ground, and first
  S stiffness, damping;                           ///< of one point [N/m], [N s/m]
  S friction;                                     ///< [1]
  S slip_speed2;                                  ///< [m2/s2]
  S inverse_mass;                                 ///< [1/kg]
  Symmetric3<S> inverse_inertia;                  ///< [1/(kg m2)]
  std::array<Vec3<S>, max_contact_points> point;  ///< from the centre of mass [m], body
};

template <class S>
struct Contact {
  int points = 0;
  ContactConstants<S> c;

  /// Adds what the ground does to v' and omega'.
  template <class StateType>
  [[gnu::noinline]] void push(const Rotation<S>& R_WB, const StateType& state,
                              StateType& rate) const {
    Vec3<S> F_W, M_B;
    find_loads(R_WB, state, F_W, M_B);
    rate.set_velocity(fma(c.inverse_mass, F_W, rate.velocity()));
    rate.set_body_rate(rate.body_rate() + c.inverse_inertia * M_B);
  }

  /// Force and moment of the ground. C is the point in contact: r_BC_W from the centre of mass,
  /// v_WC_W over the ground.
  template <class StateType>
  void find_loads(const Rotation<S>& R_WB, const StateType& state, Vec3<S>& F_W,
                  Vec3<S>& M_B) const {
    const S zero(0.0);
    F_W = M_B = {zero, zero, zero};
    for (int i = 0; i < points; ++i) {
      const Vec3<S> r_BC_W = R_WB * c.point[i];
      const Vec3<S> v_WC_W = state.velocity() + R_WB * cross(state.body_rate(), c.point[i]);
      const Vec3<S> F_C_W = point_force(state.x[2] + r_BC_W.z - c.ground_z, v_WC_W);
      F_W = F_W + F_C_W;
      M_B = M_B + cross(c.point[i], R_WB.inverse(F_C_W));
    }
  }

 private:
  /// Force [N] on a point so deep in the ground that moves so, world axes.
  Vec3<S> point_force(const S& depth, const Vec3<S>& v_WC_W) const {
    const S zero(0.0);
    const S pressed = max(fma(c.stiffness, depth, c.damping * v_WC_W.z), zero);
    const S normal = select(zero < depth, pressed, zero);
    const S drag =
        c.friction * normal / sqrt(fma(v_WC_W.x, v_WC_W.x, fma(v_WC_W.y, v_WC_W.y, c.slip_speed2)));
    return {-(drag * v_WC_W.x), -(drag * v_WC_W.y), -normal};
  }
};

}  // namespace montecopter
