#pragma once
/// Rotor whose thrust and drag torque go with w|w|: reversing the rotor reverses both.
/// Source: FlightGoggles / multicopterDynamicsSim, docs/models.md 1.3.

#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/fields/joined.hpp"
#include "dynamics/rotors/rotor_law.hpp"

namespace montecopter {

struct SignedQuadraticRotor : MeasuredDensity {
  static constexpr std::string_view type_name = "signed_quadratic";
  static constexpr std::string_view doc =
      "Thrust and torque quadratic in the speed; a reversed rotor reverses both";
  static constexpr bool proportional = true;
  static constexpr bool quadratic_thrust = true;
  static constexpr bool sees_air = false;

  double thrust_n_s2 = required;
  double torque_n_m_s2 = required;

  static constexpr auto fields() {
    using R = SignedQuadraticRotor;
    return join(
        FieldList{
            field("thrust_n_s2", &R::thrust_n_s2, "N s2", non_negative, Vary::per_sample,
                  "Thrust per squared rotor speed: f = k w|w|"),
            field("torque_n_m_s2", &R::torque_n_m_s2, "N m s2", non_negative, Vary::per_sample,
                  "Drag torque per squared rotor speed: q = k w|w|"),
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
    return speed * abs(speed);
  }
};

}  // namespace montecopter
