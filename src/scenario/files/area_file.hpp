#pragma once
/// Areas of events from KML and GeoJSON files.

#include <string>
#include <vector>

#include "dynamics/environment/home.hpp"
#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Reads the `file` of each area (relative to base_dir) into its corners, around environment.home,
/// and empties `file`: the area is then self-contained. The file has one polygon: the outer ring of
/// a KML Polygon, or a GeoJSON Polygon. Its altitudes are not used.
void read_area_files(Scenario& scenario, const std::string& base_dir, Report& report);

/// Why a file is refused.
struct AreaFault {
  std::string what, why, suggestion;
};

/// Corners [north, east] of the polygon in the text of such a file, around a home. Throws
/// AreaFault.
std::vector<std::vector<double>> corners_in(const std::string& text, const Home& home);

}  // namespace montecopter
