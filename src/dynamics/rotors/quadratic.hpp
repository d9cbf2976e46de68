#pragma once
/// Rotor whose thrust and drag torque go with w^2, whichever way it is driven.
/// Source: the `quadcopter` ROS package, docs/models.md 1.3: T = k w^2, Q = b w^2.

#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/fields/joined.hpp"
#include "dynamics/rotors/rotor_law.hpp"

namespace montecopter {

struct QuadraticRotor : MeasuredDensity {
  static constexpr std::string_view type_name = "quadratic";
  static constexpr std::string_view doc =
      "Thrust and torque quadratic in the speed, in the same direction for either sign";
  static constexpr bool proportional = true;
  static constexpr bool quadratic_thrust = true;
  static constexpr bool sees_air = false;

  double thrust_n_s2 = required;
  double torque_n_m_s2 = required;

  static constexpr auto fields() {
    using R = QuadraticRotor;
    return join(
        FieldList{
            field("thrust_n_s2", &R::thrust_n_s2, "N s2", non_negative, Vary::per_sample,
                  "Thrust per squared rotor speed: f = k w^2"),
            field("torque_n_m_s2", &R::torque_n_m_s2, "N m s2", non_negative, Vary::per_sample,
                  "Drag torque per squared rotor speed: q = k w^2"),
        },
        MeasuredDensity::fields());
  }

  bool takes_speed() const { return true; }
  Load<double> factors(double air_density_kg_m3) const {
    const double k = density_factor(air_density_kg_m3);
    return {k * thrust_n_s2, k * torque_n_m_s2};
  }
  std::optional<ThrustCurve> thrust_curve(double air_density_kg_m3) const {
    const double k = factors(air_density_kg_m3).thrust;
    return ThrustCurve{0, 0, k};
  }

  template <class S>
  static S shape(const S& speed) {
    return speed * speed;
  }
};

}  // namespace montecopter
