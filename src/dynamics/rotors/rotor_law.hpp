#pragma once
/// What a rotor law is: thrust and drag torque of a rotor from its input, a speed or a signal.
///
/// A law is a parameter struct with fields() and these members:
///   static constexpr bool proportional   thrust and torque are multiples of one shape of the input
///   static constexpr bool sees_air       they depend on the hub's velocity through the air
///   bool takes_speed() const             the input is a rotor speed [rad/s], else a signal [1]
/// and, if proportional,
///   Load<double> factors(air_density_kg_m3) const    thrust [N] and torque [N m] per unit of shape
///   static S shape(input)
/// or else
///   void fold(air_density_kg_m3, coefficients) const  what load() needs, once per sample
///   static Load<S> load(coefficients, input, axial_m_s, table)

#include <array>

namespace montecopter {

/// Thrust along the rotor's axis [N] and drag torque against its spin [N m].
template <class S>
struct Load {
  S thrust, torque;
};

/// Room for what a law that is not proportional keeps per rotor.
inline constexpr int law_coefficients = 8;
template <class S>
using LawCoefficients = std::array<S, law_coefficients>;

inline constexpr int max_table_knots = 64;

/// Thrust and power coefficients as piecewise linear functions of the advance ratio J, in the form
/// c(J) = c_0 + sum over k of bend_k max(0, J - J_k), which needs no search and no branch: lanes
/// stay together. The same for all rotors and samples.
struct PerformanceTable {
  int knots = 0;
  double last_advance_ratio = 0;
  double thrust_0 = 0, power_0 = 0;  ///< at the first knot
  std::array<double, max_table_knots> advance_ratio{}, thrust_bend{}, power_bend{};
};

}  // namespace montecopter
