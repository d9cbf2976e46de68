#pragma once
/// The flight geography of an operation, how far places are outside of it, and borders around it.

#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// A place relative to the home.
struct MapPoint {
  double north_m = 0, east_m = 0;
};

/// A rectangle along north and east, or a simple polygon.
struct Geography {
  double south_m = 0, west_m = 0, north_m = 0, east_m = 0;  ///< the rectangle
  std::vector<MapPoint> corners = {};  ///< of the polygon, counter-clockwise from above; or empty

  bool contains(double north, double east) const;
  /// Horizontal distance of a place outside of it; 0 inside.
  double distance_m(double north, double east) const;
  /// Corners, counter-clockwise from above.
  std::vector<MapPoint> ring() const;
};

/// Most corners of a polygon whose distance is a formula.
inline constexpr std::size_t most_geography_corners = 64;

/// The polygon with corners [north, east] in either direction.
Geography polygon_geography(const std::vector<std::vector<double>>& corners);

/// The rectangle around the trajectory of the first `length_s` seconds, or around the start.
Geography geography_around(const Scenario& scenario, double length_s);

/// Formula of a metric: the largest distance from the geography at the rows of the traces.
std::string excursion_formula(const Geography& geography);

/// The outer border of all places within a distance: arcs of 16 chords a quarter at its corners.
/// Chords lie outside the arcs, so that the polygon contains the area. It is closed: its last point
/// is the first; counter-clockwise from above. A gap that the distance leaves within a notch of the
/// geography is not part of it.
std::vector<MapPoint> border_around(const Geography& geography, double distance_m);

}  // namespace montecopter
