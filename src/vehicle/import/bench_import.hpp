#pragma once
/// Conversion of thrust-stand tables to rotor law, motor and battery. docs/import.md.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct BenchImport {
  static constexpr std::string_view name = "bench-table";
  static constexpr std::string_view doc =
      "Table of a thrust stand (CSV): rotor law, motor and battery by least squares";
  static constexpr bool fits_laws = true;

  /// With a vehicle, returns that vehicle with these rotors; otherwise the tables to put into one.
  /// Throws Error(usage) with all faults.
  static ImportResult read(const ImportRequest& request);
};

}  // namespace montecopter
