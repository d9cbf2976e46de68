#pragma once
/// Tables of thrust stands to rotor law, motor and battery. docs/import.md.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct BenchImport {
  static constexpr std::string_view name = "bench-table";
  static constexpr std::string_view doc =
      "Table of a thrust stand (CSV): rotor law, motor and battery by least squares";
  static constexpr bool fits_laws = true;

  /// With a vehicle, that vehicle with these rotors; else the tables to put into one. Throws
  /// Error(usage) with all that is wrong.
  static ImportResult read(const ImportRequest& request);
};

}  // namespace montecopter
