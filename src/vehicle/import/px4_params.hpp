#pragma once
/// PX4's parameters, as QGroundControl saves them: gains of its cascade in SI units, geometry of
/// the rotors, their thrust curve, and their thrust from the hover thrust. docs/import.md.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct Px4Params {
  static constexpr std::string_view name = "px4-params";
  static constexpr std::string_view doc =
      "PX4's parameters (.params of QGroundControl): rotors and controller `px4`";
  static constexpr bool fits_laws = false;

  /// Throws Error(usage) with all faults and missing data.
  static ImportResult read(const ImportRequest& request);
};

}  // namespace montecopter
