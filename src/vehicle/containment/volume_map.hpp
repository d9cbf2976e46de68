#pragma once
/// Map of a containment study: flight geography, contingency volume and ground risk buffer as
/// polygons around a rectangle, and the impacts as points, in KML and GeoJSON.

#include <string>
#include <vector>

#include "dynamics/environment/wgs84.hpp"
#include "vehicle/containment/study.hpp"

namespace montecopter {

/// A place relative to the home.
struct MapPoint {
  double north_m = 0, east_m = 0;
};

/// The rectangle around the trajectory of the first `length_s` seconds, or around the start.
Geography geography_around(const Scenario& scenario, double length_s);

/// The border of all places within a distance of the rectangle: arcs of 16 chords at its corners.
/// Chords lie outside the arcs, so that the polygon contains the area. It is closed: its last point
/// is the first; counter-clockwise from above.
std::vector<MapPoint> border_around(const Geography& geography, double distance_m);

/// Latitude and longitude of a place near the home, by the radii of curvature of WGS-84 there: off
/// by about d^2 tan(latitude) / (2 R), 0.1 m at 1 km and 50 degrees.
Geodetic<double> place_on_map(const Geodetic<double>& home, const MapPoint& point);

std::string kml_of(const Study& study, const Geography& geography, const Geodetic<double>& home,
                   const std::string& name);
std::string geojson_of(const Study& study, const Geography& geography, const Geodetic<double>& home,
                       const std::string& name);
/// One line per impact, under the names of the columns.
std::string csv_of(const Study& study);

}  // namespace montecopter
