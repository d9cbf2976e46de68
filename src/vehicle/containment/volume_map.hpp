#pragma once
/// Map of a containment study: flight geography, contingency volume and ground risk buffer as
/// polygons, and the impacts as points, in KML and GeoJSON.

#include <string>

#include "dynamics/environment/wgs84.hpp"
#include "vehicle/containment/study.hpp"

namespace montecopter {

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
