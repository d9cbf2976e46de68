#pragma once
/// Betaflight's body rate gains, from the output of `diff`, for an existing vehicle.
/// docs/import.md.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct BetaflightDiff {
  static constexpr std::string_view name = "betaflight-diff";
  static constexpr std::string_view doc =
      "Betaflight's settings (`diff all`): controller `rate` for a vehicle file";
  static constexpr bool fits_laws = false;

  /// Throws Error(usage) with all faults and missing data.
  static ImportResult read(const ImportRequest& request);
};

}  // namespace montecopter
