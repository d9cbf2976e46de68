#pragma once
/// Betaflight's gains of the body rate, from what `diff` prints, for a vehicle that there is.
/// docs/import.md.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct BetaflightDiff {
  static constexpr std::string_view name = "betaflight-diff";
  static constexpr std::string_view doc =
      "Betaflight's settings (`diff all`): controller `rate` for a vehicle file";
  static constexpr bool fits_laws = false;

  /// Throws Error(usage) with all that is wrong or missing.
  static ImportResult read(const ImportRequest& request);
};

}  // namespace montecopter
