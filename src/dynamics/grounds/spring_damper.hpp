#pragma once
/// A spring and a damper under every contact point, and friction: docs/models.md 1.7. Source: the
/// parallel spring and damper of Kelvin and Voigt, which push and never pull, and Coulomb's law of
/// friction, smooth around rest. Closed forms: tests/dynamics/grounds/spring_damper.test.cpp and
/// tests/physics/ground.test.cpp.

#include <array>
#include <string_view>

#include "core/numerics/scalar.hpp"
#include "core/numerics/vec3.hpp"
#include "dynamics/grounds/ground_height.hpp"
#include "dynamics/grounds/linear_contact.hpp"

namespace montecopter {

struct SpringDamperGround : GroundHeight, GroundSlope {
  static constexpr std::string_view type_name = "spring_damper";
  static constexpr std::string_view doc =
      "Springs, dampers and friction at the vehicle's contact points";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"stiffness_n_m", "1000.0"},
      {"damping_n_s_m", "20.0"},
  });
  static constexpr bool pushes = true, stops_vehicles = false;

  double stiffness_n_m = required;
  double damping_n_s_m = required;
  double friction = 0.6;
  double slip_speed_m_s = 0.01;

  static constexpr auto fields() {
    using G = SpringDamperGround;
    return join(GroundHeight::fields(), GroundSlope::fields(),
                FieldList{
                    field("stiffness_n_m", &G::stiffness_n_m, "N m-1", positive, Vary::per_sample,
                          "Stiffness of the spring under each contact point"),
                    field("damping_n_s_m", &G::damping_n_s_m, "N s m-1", non_negative,
                          Vary::per_sample, "Damping under each contact point"),
                    field("friction", &G::friction, "1", non_negative, Vary::per_sample,
                          "Coefficient of friction"),
                    field("slip_speed_m_s", &G::slip_speed_m_s, "m s-1", positive, Vary::per_sample,
                          "Sliding speed at which friction reaches 0.71 of its full force"),
                });
  }

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return is_level(key); }

  template <class S>
  struct Constants {
    S stiffness, damping;  ///< of one point [N/m], [N s/m]
    S friction;            ///< [1]
    S slip_speed2;         ///< [m2/s2]
  };

  Constants<double> fold() const {
    return {stiffness_n_m, damping_n_s_m, friction, slip_speed_m_s * slip_speed_m_s};
  }

  LinearContact linear() const { return {stiffness_n_m, damping_n_s_m}; }

  /// Force [N] on a point C that is so deep in the ground [m] and moves so over it [m/s], world
  /// axes (NED):
  ///
  ///   F_C_W = (-mu N v_x / s, -mu N v_y / s, -N)
  ///   N = max(k depth + d v_z, 0), 0 above the ground    s = sqrt(v_x^2 + v_y^2 + slip^2)
  template <class S>
  static Vec3<S> force(const Constants<S>& c, const S& depth, const Vec3<S>& v_WC_W) {
    const S zero(0.0);
    const S pressed = max(fma(c.stiffness, depth, c.damping * v_WC_W.z), zero);
    const S normal = select(zero < depth, pressed, zero);
    const S drag =
        c.friction * normal / sqrt(fma(v_WC_W.x, v_WC_W.x, fma(v_WC_W.y, v_WC_W.y, c.slip_speed2)));
    return {-(drag * v_WC_W.x), -(drag * v_WC_W.y), -normal};
  }
};

}  // namespace montecopter
