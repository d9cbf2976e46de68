#pragma once
/// Conversion of a published response surface (CSV) to [response_surface].
/// docs/response-surface.md.

#include <string_view>

#include "vehicle/import/imported.hpp"

namespace montecopter {

struct SurfaceTable {
  static constexpr std::string_view name = "response-surface";
  static constexpr std::string_view doc =
      "Table of a response surface (CSV): converts terms, standard errors and ranges to SI units";
  static constexpr bool fits_laws = false;

  /// The table [response_surface] to put into a vehicle file. Throws Error(usage) with all faults.
  static ImportResult read(const ImportRequest& request);
};

}  // namespace montecopter
