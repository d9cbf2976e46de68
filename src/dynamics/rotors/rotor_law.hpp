#pragma once
/// Definition of a rotor law: thrust and drag torque of a rotor from its input, a speed or a
/// signal. The list is in rotor_laws.hpp.
///
/// A law is a parameter struct with fields() and these members:
///
///   static constexpr bool proportional   thrust and torque are multiples of one shape of the input
///   static constexpr bool quadratic_thrust   in still air, thrust is a multiple of u |u|
///   static constexpr bool sees_air       they depend on the hub's velocity through the air
///   bool takes_speed() const             the input is a rotor speed [rad/s], else a signal [1]
///   std::optional<ThrustCurve> thrust_curve(air_density_kg_m3) const    what closed loops invert
///
/// and, if proportional,
///
///   Load<double> factors(air_density_kg_m3) const    thrust [N] and torque [N m] per unit of shape
///   static S shape(input)
///
/// (shape() is static and takes the input alone. What differs between rotors and samples is in
/// factors(), and set-up multiplies it into the rotor's columns of force and moment (FoldedRotor,
/// dynamics/vehicles/multirotor_setup.cpp). So a stage of the integrator computes one number for
/// each rotor, for thrust and torque alike, loads no parameters for it, and adds columns. A law
/// whose shape has a parameter is not proportional, and has fold() and load())
///
/// or else
///
///   void fold(air_density_kg_m3, coefficients) const  what load() needs, once per sample
///   static Load<S> load(coefficients, input, axial_m_s, table)
///
/// and, if it looks up a table (LooksUp), which is done for all rotors side by side,
///
///   static S ratio(coefficients, input, axial_m_s, table)     where in the table
///   static Load<S> load_at(coefficients, input, looked_up)    from what stands there
///   PerformanceTable table() const
///   bool has_table_of(other) const       whether the other one's is the same: rotors share one

#include <array>
#include <cstddef>
#include <optional>

#include "core/fields/fields.hpp"
#include "core/numerics/scalar.hpp"

namespace montecopter {

/// Thrust along the rotor's axis [N] and drag torque against its spin [N m].
template <class S>
struct Load {
  S thrust, torque;
};

/// Thrust of a rotor over its command in still air: offset + slope u + curvature u |u| [N]. A law
/// that is not of this form, as a cubic polynomial, has none.
struct ThrustCurve {
  double offset = 0, slope = 0, curvature = 0;
  double at(double command) const {
    return fma(fma(curvature, abs(command), slope), command, offset);
  }
};

/// Room for what a law that is not proportional keeps per rotor.
inline constexpr int law_coefficients = 8;
template <class S>
using LawCoefficients = std::array<S, law_coefficients>;

inline constexpr int max_table_knots = 64;

/// Thrust and power coefficients as piecewise linear functions of the advance ratio J. Their form
/// c(J) = c_0 + sum over k of bend_k max(0, J - J_k) needs no search and no branch: lanes stay
/// together. The same for all rotors and samples.
struct PerformanceTable {
  int knots = 0;
  double last_advance_ratio = 0;
  double thrust_0 = 0, power_0 = 0;  ///< at the first knot
  std::array<double, max_table_knots> advance_ratio{}, thrust_bend{}, power_bend{};

  friend bool operator==(const PerformanceTable&, const PerformanceTable&) = default;

  /// Both coefficients of rotors at these advance ratios. Each has a sum of its own in the order of
  /// the knots and waits for no other. Knots that no rotor of any lane has reached add zeros.
  template <class S, std::size_t most>
  void look_up(const std::array<S, most>& ratio, int rotors,
               std::array<Load<S>, most>& coefficient) const {
    if (rotors <= 0) return;  // then no ratio has been set
    S furthest = ratio[0];
    for (int i = 0; i < rotors; ++i) {
      furthest = max(ratio[i], furthest);
      coefficient[i] = {S(thrust_0), S(power_0)};
    }
    for (int k = 0; k + 1 < knots && !all(furthest < S(advance_ratio[k])); ++k) {
      const S knot(advance_ratio[k]), thrust(thrust_bend[k]), power(power_bend[k]);
      for (int i = 0; i < rotors; ++i) {
        const S beyond = max(ratio[i] - knot, S(0.0));
        coefficient[i] = {fma(thrust, beyond, coefficient[i].thrust),
                          fma(power, beyond, coefficient[i].torque)};
      }
    }
  }
};

/// A law that looks up a table.
template <class Law>
concept LooksUp = requires(const Law& law) {
  law.table();
};

/// Air density in which the loads of a law were measured. Without it, they are the same in any air.
struct MeasuredDensity {
  std::optional<double> measured_density_kg_m3;

  static constexpr auto fields() {
    return FieldList{
        field(
            "measured_density_kg_m3", &MeasuredDensity::measured_density_kg_m3, "kg m-3", positive,
            Vary::fixed,
            "Air density of the measurement: thrust and torque are proportional to the density of "
            "the air over this one; default: they do not depend on the air"),
    };
  }
  /// Factor on the loads in air of this density.
  double density_factor(double air_density_kg_m3) const {
    return measured_density_kg_m3 ? air_density_kg_m3 / *measured_density_kg_m3 : 1.0;
  }
};

/// A law with forces in the plane of the disc and hub moments: wrench() takes the place of load().
template <class Law>
concept InPlane = requires {
  Law::in_plane;
};

}  // namespace montecopter
