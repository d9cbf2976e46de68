#pragma once
/// A place for conditions of events: a polygon in the horizontal plane, between two altitudes.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"

namespace montecopter {

/// Most corners of an area.
inline constexpr std::size_t max_area_corners = 256;

struct Area {
  std::vector<std::vector<double>> corners_m;
  std::string file;
  std::optional<double> low_m, high_m;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return key == "file" && file.empty(); }

  static constexpr auto fields() {
    using A = Area;
    return FieldList{
        field("corners_m", &A::corners_m, "m", any_number, Vary::fixed,
              "Corners [north, east] of a polygon, in either direction"),
        field(
            "file", &A::file,
            "KML or GeoJSON file with one polygon (instead of corners_m), around environment.home"),
        field("low_m", &A::low_m, "m", any_number, Vary::fixed,
              "Lowest altitude (-z); default: none"),
        field("high_m", &A::high_m, "m", any_number, Vary::fixed,
              "Highest altitude (-z); default: none"),
    };
  }
};

/// An edge of a polygon, as kernels compare it: from one corner to the east coordinate of the next.
struct AreaEdge {
  double north, east, next_east;
  double slope;  ///< north per east; 0 along the north axis, which nothing crosses
};

}  // namespace montecopter
