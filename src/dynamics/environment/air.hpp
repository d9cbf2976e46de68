#pragma once
/// The air at one place, and what follows from its temperature alone.

#include "core/numerics/scalar.hpp"

namespace montecopter {

template <class S>
struct Air {
  S density_kg_m3, pressure_pa, temperature_k;
};

/// Dry air as the US Standard Atmosphere 1976 has it (NOAA-S/T 76-1562, tables 2 and 3).
namespace dry_air {
inline constexpr double universal_gas_constant = 8314.32;                    ///< [J/(kmol K)]
inline constexpr double molar_mass = 28.9644;                                ///< [kg/kmol]
inline constexpr double gas_constant = universal_gas_constant / molar_mass;  ///< [J/(kg K)]
inline constexpr double heat_ratio = 1.4;
}  // namespace dry_air

/// [m/s], sqrt(gamma R T).
template <class S>
S speed_of_sound(const S& temperature_k) {
  return sqrt(S(dry_air::heat_ratio * dry_air::gas_constant) * temperature_k);
}

/// [Pa s], Sutherland's law: US Standard Atmosphere 1976, eq. 51.
template <class S>
S dynamic_viscosity(const S& temperature_k) {
  return S(1.458e-6) * temperature_k * sqrt(temperature_k) / (temperature_k + S(110.4));
}

}  // namespace montecopter
