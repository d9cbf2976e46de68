#pragma once
/// The environment of a vehicle, against standards.

#include <span>

#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// A row of a table of the standard atmosphere, and half a unit of its last digits.
struct AirRow {
  double altitude_m;  ///< geometric
  double temperature_k, temperature_digit, pressure_pa, pressure_digit;
  double density_kg_m3, density_digit;
};
std::span<const AirRow> standard_air();
/// Largest error [half units of the last printed digit].
Check atmosphere_check(std::span<const AirRow> rows);

std::vector<Check> environment_checks(const Lab& lab);

}  // namespace montecopter::verify
