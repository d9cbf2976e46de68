#pragma once
/// Propeller by its measured coefficients: T = CT(J) rho n^2 D^4, Q = CP(J) rho n^2 D^5 / (2 pi), J
/// = V / (n D). Here n is in revolutions per second, and V is the axial velocity of the hub through
/// the air. Source: J. B. Brandt, M. S. Selig, "Propeller Performance Data at Low Reynolds
/// Numbers", AIAA 2011-1255, eq. 1-4 (P = 2 pi n Q).

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/numerics/angles.hpp"
#include "core/numerics/scalar.hpp"
#include "dynamics/rotors/rotor_law.hpp"

namespace montecopter {

struct PerformanceTableRotor {
  static constexpr std::string_view type_name = "performance_table";
  static constexpr std::string_view doc =
      "Propeller by its measured thrust and power coefficients over the advance ratio";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"diameter_m", "0.25"},
      {"advance_ratio", "[0.0, 0.4, 0.8]"},
      {"thrust_coefficient", "[0.11, 0.09, 0.03]"},
      {"power_coefficient", "[0.045, 0.042, 0.022]"},
  });
  static constexpr bool proportional = false;
  static constexpr bool quadratic_thrust = true;
  static constexpr bool sees_air = true;

  double diameter_m = required;
  std::vector<double> advance_ratio, thrust_coefficient, power_coefficient;
  double thrust_scale = 1.0, torque_scale = 1.0;

  static constexpr auto fields() {
    using R = PerformanceTableRotor;
    return FieldList{
        field("diameter_m", &R::diameter_m, "m", positive, Vary::per_sample,
              "Propeller diameter D"),
        field("advance_ratio", &R::advance_ratio, "1", any_number, Vary::fixed,
              "Knots of J = V / (n D), ascending; beyond the ends the coefficients stay constant"),
        field("thrust_coefficient", &R::thrust_coefficient, "1", any_number, Vary::fixed,
              "CT at each knot: T = CT rho n^2 D^4"),
        field("power_coefficient", &R::power_coefficient, "1", any_number, Vary::fixed,
              "CP at each knot: Q = CP rho n^2 D^5 / (2 pi)"),
        field("thrust_scale", &R::thrust_scale, "1", non_negative, Vary::per_sample,
              "Factor on CT, for variation between propellers"),
        field("torque_scale", &R::torque_scale, "1", non_negative, Vary::per_sample,
              "Factor on CP, for variation between propellers"),
    };
  }

  bool takes_speed() const { return true; }

  /// [rho D^4 / (2 pi)^2, rho D^5 / (2 pi)^3, 2 pi / D]: with the speed w in rad/s for n.
  void fold(double air_density_kg_m3, LawCoefficients<double>& c) const {
    const double d2 = diameter_m * diameter_m;
    const double thrust = air_density_kg_m3 * (d2 * d2) / (rad_per_turn * rad_per_turn);
    c = {thrust_scale * thrust, torque_scale * (thrust * diameter_m / rad_per_turn),
         rad_per_turn / diameter_m};
  }

  bool has_table_of(const PerformanceTableRotor& other) const {
    return advance_ratio == other.advance_ratio && thrust_coefficient == other.thrust_coefficient &&
           power_coefficient == other.power_coefficient;
  }

  /// Takes the knots that have both coefficients, as many as there is room for. (A table with other
  /// knots is refused when it is read; an earlier call reads and writes nothing out of bounds.)
  /// Without knots there is no thrust and no torque.
  PerformanceTable table() const {
    PerformanceTable t;
    const std::size_t knots = std::min({advance_ratio.size(), thrust_coefficient.size(),
                                        power_coefficient.size(), t.advance_ratio.size()});
    if (knots == 0) return t;
    t.knots = static_cast<int>(knots);
    t.last_advance_ratio = advance_ratio[knots - 1];
    // No sum is -0.0, which a zero that is added would change.
    t.thrust_0 = thrust_coefficient[0] + 0.0, t.power_0 = power_coefficient[0] + 0.0;
    double thrust_slope = 0, power_slope = 0;
    for (std::size_t k = 0; k < knots; ++k) {
      t.advance_ratio[k] = advance_ratio[k];
      if (k + 1 == knots) continue;  // constant from here on
      const double width = advance_ratio[k + 1] - advance_ratio[k];
      const double thrust = (thrust_coefficient[k + 1] - thrust_coefficient[k]) / width;
      const double power = (power_coefficient[k + 1] - power_coefficient[k]) / width;
      t.thrust_bend[k] = thrust - thrust_slope, t.power_bend[k] = power - power_slope;
      thrust_slope = thrust, power_slope = power;
    }
    return t;
  }

  std::optional<ThrustCurve> thrust_curve(double air_density_kg_m3) const {
    LawCoefficients<double> c{};
    fold(air_density_kg_m3, c);
    return ThrustCurve{0, 0, load(c, 1.0, 0.0, table()).thrust};
  }

  /// The advance ratio. A reversed propeller is the mirror image: it pushes back, and flow from
  /// behind is inflow.
  template <class S>
  static S ratio(const LawCoefficients<S>& c, const S& speed, const S& axial_m_s,
                 const PerformanceTable& t) {
    // At rest the thrust is zero whatever J is; 1e-9 only keeps the quotient finite.
    const S ahead = select(speed < S(0.0), -axial_m_s, axial_m_s);
    return min(ahead * c[2] / max(abs(speed), S(1e-9)), S(t.last_advance_ratio));
  }

  template <class S>
  static Load<S> load_at(const LawCoefficients<S>& c, const S& speed, const Load<S>& coefficient) {
    const S square = speed * abs(speed);
    return {c[0] * square * coefficient.thrust, c[1] * square * coefficient.torque};
  }

  template <class S>
  static Load<S> load(const LawCoefficients<S>& c, const S& speed, const S& axial_m_s,
                      const PerformanceTable& t) {
    std::array<Load<S>, 1> coefficient;
    t.look_up(std::array<S, 1>{ratio(c, speed, axial_m_s, t)}, 1, coefficient);
    return load_at(c, speed, coefficient[0]);
  }
};

}  // namespace montecopter
