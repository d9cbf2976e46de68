#pragma once
/// Contact of a vehicle with a ground that pushes, over lanes (docs/models.md 1.7). This part
/// belongs to the vehicle: its points, and the sum of their forces,
///
///   v' = ... + sum of F_C_W / m    omega' = ... + J^-1 (sum of r_BC_B x F_C_B)
///
/// The force F_C_W on a point C by its depth and its velocity over the ground is the law of the
/// ground's type (grounds/ground.hpp). F_C_B is the same in body axes.
///
/// Right-hand sides call push() last, with their v' and omega' already set, if the vehicle has
/// contact points. fold_contact() (rigid_body_setup.hpp) folds the constants. They lie in their own
/// part of a sample's row, so that both kinds of vehicle share them.

#include <array>

#include "core/numerics/vec3.hpp"
#include "dynamics/grounds/ground.hpp"
#include "dynamics/state.hpp"

namespace montecopter {

inline constexpr int max_contact_points = 8;

/// All members are S, so that samples gather into lanes as flat arrays of doubles.
template <class S>
struct ContactConstants {
  S ground_z;                   ///< [m], world; below the origin; of any ground, and first
  S slope_north, slope_east;    ///< rise of the ground per metre [1]
  Vec3<S> down, along, across;  ///< unit vectors into the ground and in its surface, world
  std::array<S, most_ground_constants> law;       ///< Constants<S> of the ground that pushes
  S inverse_mass;                                 ///< [1/kg]
  Symmetric3<S> inverse_inertia;                  ///< [1/(kg m2)]
  std::array<Vec3<S>, max_contact_points> point;  ///< r_BC_B from the centre of mass [m]

  /// Height over the ground, normal to it [m].
  S height(const Vec3<S>& p_W) const { return down.z * ground_z - dot(down, p_W); }

  template <class G>
  const typename G::template Constants<S>& law_of() const {
    using Law = typename G::template Constants<S>;
    static_assert(sizeof(Law) <= sizeof(law) && alignof(Law) == alignof(S));
    return *reinterpret_cast<const Law*>(law.data());
  }
};

template <class S>
struct Contact {
  int ground = index_of<NoGround, Ground>();  ///< index of a type that pushes, if there are points
  int points = 0;
  ContactConstants<S> c;
  bool inclined = false;  ///< the ground

  /// Adds what the ground does to v' and omega'.
  template <class StateType>
  [[gnu::noinline]] void push(const Rotation<S>& R_WB, const StateType& state,
                              StateType& rate) const {
    Vec3<S> F_W, M_B;
    find_loads(R_WB, state, F_W, M_B);
    rate.set_velocity(fma(c.inverse_mass, F_W, rate.velocity()));
    rate.set_body_rate(rate.body_rate() + c.inverse_inertia * M_B);
  }

  /// Force and moment of the ground. C is the point in contact: r_BC from the centre of mass,
  /// v_WC_W over the ground.
  template <class StateType>
  void find_loads(const Rotation<S>& R_WB, const StateType& state, Vec3<S>& F_W,
                  Vec3<S>& M_B) const {
    const S zero(0.0);
    F_W = M_B = {zero, zero, zero};
    with_pushing_ground(ground, [&]<class G>() {
      const auto& law = c.template law_of<G>();
      const Vec3<S> v_WB_W = state.velocity(), w_WB_B = state.body_rate();
      for (int i = 0; i < points; ++i) {
        const Vec3<S>& r_BC_B = c.point[i];
        const Vec3<S> r_BC_W = R_WB * r_BC_B;
        const Vec3<S> v_WC_W = v_WB_W + R_WB * cross(w_WB_B, r_BC_B);
        const Vec3<S> F_C_W = inclined ? inclined_force<G>(state.position() + r_BC_W, v_WC_W)
                                       : G::force(law, state.x[2] + r_BC_W.z - c.ground_z, v_WC_W);
        F_W = F_W + F_C_W;
        M_B = M_B + cross(r_BC_B, R_WB.inverse(F_C_W));
      }
    });
  }

  /// Force on a point of an inclined ground: the law of the ground in axes of its surface.
  template <class G>
  [[gnu::noinline]] Vec3<S> inclined_force(const Vec3<S>& p_W, const Vec3<S>& v_W) const {
    const Vec3<S> v_G = {dot(c.along, v_W), dot(c.across, v_W), dot(c.down, v_W)};
    const Vec3<S> F_G = G::force(c.template law_of<G>(), -c.height(p_W), v_G);
    return fma(F_G.x, c.along, fma(F_G.y, c.across, F_G.z * c.down));
  }
};

}  // namespace montecopter
