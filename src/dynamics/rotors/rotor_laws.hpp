#pragma once
/// The list of rotor laws. What a law needs is in rotor_law.hpp. Kernels identify it by its index
/// here; Rotor (vehicles/multirotor.hpp) only names the list, so that few units include the laws.

#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/rotors/linear.hpp"
#include "dynamics/rotors/performance_table.hpp"
#include "dynamics/rotors/polynomial.hpp"
#include "dynamics/rotors/quadratic.hpp"
#include "dynamics/rotors/signed_quadratic.hpp"

namespace montecopter {

struct RotorLaw : std::variant<SignedQuadraticRotor, LinearRotor, QuadraticRotor, PolynomialRotor,
                               PerformanceTableRotor> {
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

}  // namespace montecopter
