#pragma once
/// Rotor whose thrust and drag torque are proportional to a normalised signal u.
/// Source: PX4 SIH, docs/models.md 1.3: T = Tmax u, Q = Qmax u.

#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/fields/joined.hpp"
#include "dynamics/rotors/rotor_law.hpp"

namespace montecopter {

struct LinearRotor : MeasuredDensity {
  static constexpr std::string_view type_name = "linear";
  static constexpr std::string_view doc =
      "Thrust and torque proportional to a dimensionless signal";
  static constexpr bool proportional = true;
  static constexpr bool quadratic_thrust = false;
  static constexpr bool sees_air = false;

  double thrust_max_n = required;
  double torque_max_n_m = required;

  static constexpr auto fields() {
    using R = LinearRotor;
    return join(
        FieldList{
            field("thrust_max_n", &R::thrust_max_n, "N", non_negative, Vary::per_sample,
                  "Thrust at u = 1: f = thrust_max u"),
            field("torque_max_n_m", &R::torque_max_n_m, "N m", non_negative, Vary::per_sample,
                  "Drag torque at u = 1: q = torque_max u"),
        },
        MeasuredDensity::fields());
  }

  bool takes_speed() const { return false; }
  Load<double> factors(double air_density_kg_m3) const {
    const double k = density_factor(air_density_kg_m3);
    return {k * thrust_max_n, k * torque_max_n_m};
  }
  std::optional<ThrustCurve> thrust_curve(double air_density_kg_m3) const {
    const double k = factors(air_density_kg_m3).thrust;
    return ThrustCurve{0, k, 0};
  }

  template <class S>
  static S shape(const S& signal) {
    return signal;
  }
};

}  // namespace montecopter
