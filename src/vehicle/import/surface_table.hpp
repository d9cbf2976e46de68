#pragma once
/// Conversion of a published response surface (CSV) to [response_surface], and back.
/// docs/response-surface.md.

#include <string>
#include <string_view>

#include "dynamics/vehicles/response_surface.hpp"
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

/// A surface as such a table in SI units, which read() makes the same terms of. The coefficients
/// are those that fly: a deviation is added to them.
std::string surface_csv(const ResponseSurface& surface);

}  // namespace montecopter
