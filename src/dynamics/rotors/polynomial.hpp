#pragma once
/// Rotor whose thrust and drag torque are cubic polynomials of its input, never below zero.
/// Source: the polynomial-rotor quadcopter, docs/models.md 1.3:
/// f = max(0, k2 u^2 + k1 u + k0), tau alike.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/fields/joined.hpp"
#include "core/numerics/scalar.hpp"
#include "dynamics/rotors/rotor_law.hpp"

namespace montecopter {

inline constexpr std::array<Choice, 2> polynomial_inputs = {{
    {"signal", "a dimensionless number"},
    {"speed", "the rotor speed [rad/s]"},
}};

struct PolynomialRotor : MeasuredDensity {
  static constexpr std::string_view type_name = "polynomial";
  static constexpr std::string_view doc =
      "Thrust and torque as cubic polynomials of a signal or a speed, never below zero";
  static constexpr bool proportional = false;
  static constexpr bool quadratic_thrust = false;
  static constexpr bool sees_air = false;

  std::string input = "signal";
  double thrust_0_n = 0.0, thrust_1_n = required, thrust_2_n = required, thrust_3_n = 0.0;
  double torque_0_n_m = 0.0, torque_1_n_m = required, torque_2_n_m = required, torque_3_n_m = 0.0;

  static constexpr auto fields() {
    using R = PolynomialRotor;
    constexpr Vary each = Vary::per_sample;
    return join(
        FieldList{
            field("input", &R::input, polynomial_inputs, "Input of the polynomials"),
            field("thrust_0_n", &R::thrust_0_n, "N", any_number, each, "Thrust at zero input"),
            field("thrust_1_n", &R::thrust_1_n, "N", any_number, each,
                  "Thrust per unit of input: f = max(0, k0 + k1 u + k2 u^2 + k3 u^3)"),
            field("thrust_2_n", &R::thrust_2_n, "N", any_number, each, "Thrust per input squared"),
            field("thrust_3_n", &R::thrust_3_n, "N", any_number, each, "Thrust per input cubed"),
            field("torque_0_n_m", &R::torque_0_n_m, "N m", any_number, each,
                  "Drag torque at zero input"),
            field("torque_1_n_m", &R::torque_1_n_m, "N m", any_number, each,
                  "Drag torque per unit of input: q = max(0, k0 + k1 u + k2 u^2 + k3 u^3)"),
            field("torque_2_n_m", &R::torque_2_n_m, "N m", any_number, each,
                  "Drag torque per input squared"),
            field("torque_3_n_m", &R::torque_3_n_m, "N m", any_number, each,
                  "Drag torque per input cubed"),
        },
        MeasuredDensity::fields());
  }

  bool takes_speed() const { return input == "speed"; }
  void fold(double air_density_kg_m3, LawCoefficients<double>& c) const {
    c = {thrust_0_n,   thrust_1_n,   thrust_2_n,   thrust_3_n,
         torque_0_n_m, torque_1_n_m, torque_2_n_m, torque_3_n_m};
    const double k = density_factor(air_density_kg_m3);
    for (double& coefficient : c) coefficient *= k;
  }
  std::optional<ThrustCurve> thrust_curve(double air_density_kg_m3) const {
    if (thrust_3_n != 0) return std::nullopt;
    const double k = density_factor(air_density_kg_m3);
    return ThrustCurve{k * thrust_0_n, k * thrust_1_n, k * thrust_2_n};
  }

  template <class S>
  static Load<S> load(const LawCoefficients<S>& c, const S& u, const S&, const PerformanceTable&) {
    const S zero(0.0);
    return {max(fma(fma(fma(c[3], u, c[2]), u, c[1]), u, c[0]), zero),
            max(fma(fma(fma(c[7], u, c[6]), u, c[5]), u, c[4]), zero)};
  }
};

}  // namespace montecopter
