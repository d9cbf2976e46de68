#pragma once
/// The list of rotor laws. What a law needs is in rotor_law.hpp. Kernels identify it by its index
/// here; Rotor (vehicles/multirotor.hpp) only names the list, so that few units include the laws.

#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/rotors/blade_element.hpp"
#include "dynamics/rotors/linear.hpp"
#include "dynamics/rotors/performance_table.hpp"
#include "dynamics/rotors/polynomial.hpp"
#include "dynamics/rotors/quadratic.hpp"
#include "dynamics/rotors/signed_quadratic.hpp"

namespace montecopter {

struct RotorLaw : std::variant<SignedQuadraticRotor, LinearRotor, QuadraticRotor, PolynomialRotor,
                               PerformanceTableRotor, BladeElementRotor> {
  using variant::variant;
};

/// Empty for laws that look nothing up.
inline PerformanceTable performance_table_of(const RotorLaw& law) {
  return std::visit(
      []<class Law>(const Law& one) {
        if constexpr (LooksUp<Law>) return one.table();
        return PerformanceTable{};
      },
      law);
}

/// Null for laws that have none.
inline std::shared_ptr<const InflowTable> inflow_table_of(const RotorLaw& law,
                                                          const Air<double>& air) {
  const auto* blades = std::get_if<BladeElementRotor>(&law);
  return blades != nullptr ? inflow_table_of(*blades, air) : nullptr;
}

/// Whether the loads of a rotor law depend on the density of the air.
inline bool depends_on_density(const RotorLaw& law) {
  return std::visit(
      []<class Law>(const Law& one) {
        if constexpr (requires { one.measured_density_kg_m3; }) {
          return one.measured_density_kg_m3.has_value();
        }
        return Law::sees_air;
      },
      law);
}

/// Thrust [N] and torque [N m] of a rotor law in air that stands still.
template <class Law>
Load<double> still_air_load(const Law& law, double input, double air_density_kg_m3) {
  if constexpr (Law::proportional) {
    const Load<double> unit = law.factors(air_density_kg_m3);
    const double shape = Law::shape(input);
    return {unit.thrust * shape, unit.torque * shape};
  } else if constexpr (InPlane<Law>) {
    return law.still_air_load(input, air_density_kg_m3);
  } else {
    LawCoefficients<double> c{};
    law.fold(air_density_kg_m3, c);
    PerformanceTable table;
    if constexpr (LooksUp<Law>) table = law.table();
    return Law::load(c, input, 0.0, table);
  }
}

}  // namespace montecopter
