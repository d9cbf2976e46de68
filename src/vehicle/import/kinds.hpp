#pragma once
/// Kinds of import: the closed list. A new kind is a header with `name`, `doc`, `fits_laws` and
/// read(), and a line here.

#include <array>
#include <string_view>

#include "vehicle/import/bench_import.hpp"
#include "vehicle/import/betaflight_diff.hpp"
#include "vehicle/import/imported.hpp"
#include "vehicle/import/px4_params.hpp"
#include "vehicle/import/surface_table.hpp"

namespace montecopter {

struct ImportKind {
  std::string_view name, doc;
  bool fits_laws;  ///< whether it fits laws to measurements
  ImportResult (*read)(const ImportRequest&);
};

template <class Kind>
constexpr ImportKind import_kind() {
  return {Kind::name, Kind::doc, Kind::fits_laws, &Kind::read};
}

inline constexpr std::array import_kinds = {
    import_kind<Px4Params>(),
    import_kind<BenchImport>(),
    import_kind<BetaflightDiff>(),
    import_kind<SurfaceTable>(),
};

}  // namespace montecopter
