#include "scenario/files/area_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/text.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/wgs84.hpp"
#include "dynamics/events/event.hpp"
#include "scenario/text/document.hpp"

namespace montecopter {
namespace {

/// A polygon further away is taken for one of another home [m].
constexpr double farthest_m = 100e3;

/// The text between the first `begin` and the next `end`; nothing if one of them is missing.
std::optional<std::string_view> between(std::string_view text, std::string_view begin,
                                        std::string_view end) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + begin.size());
  const std::size_t length = text.find(end);
  if (length == std::string_view::npos) return std::nullopt;
  return text.substr(0, length);
}

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + word.size())) {
    ++count;
  }
  return count;
}

/// The text of the only polygon's outer ring: positions between white space (KML) or brackets
/// (GeoJSON), numbers between commas.
std::string_view ring_of(std::string_view text, bool is_kml) {
  const std::string_view name = is_kml ? "<Polygon" : "\"Polygon\"";
  const std::size_t polygons =
      count_of(text, name) + (is_kml ? 0 : 2 * count_of(text, "\"MultiPolygon\""));
  if (polygons != 1) {
    throw AreaFault{polygons == 0 ? "the file has no polygon" : "the file has several polygons",
                    "an area is one polygon", "Keep the polygon of the area alone in the file"};
  }
  const std::string_view list = is_kml ? "<coordinates>" : "\"coordinates\"";
  if (count_of(text, list) > 1 || (!is_kml && text.find("]],[[") != std::string_view::npos)) {
    throw AreaFault{"the file has more than the outer ring of one polygon",
                    "holes, lines and points are no part of an area",
                    "Keep the outer ring of the area alone in the file"};
  }
  const auto ring = is_kml ? between(text, list, "</coordinates>") : between(text, list, "]]");
  if (ring) return *ring;
  throw AreaFault{"the polygon has no coordinates", "", ""};
}

std::string without_blanks(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (std::string_view(" \n\r\t").find(c) == std::string_view::npos) kept += c;
  }
  return kept;
}

/// Longitude and latitude of each position.
std::vector<Geodetic<double>> places_of(std::string_view ring, bool is_kml) {
  std::vector<Geodetic<double>> places;
  std::string_view rest = ring;
  const std::string_view separators = is_kml ? " \n\r\t" : ":[]";
  while (!rest.empty()) {
    const std::size_t end = rest.find_first_of(separators);
    const std::string_view position = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (position.empty() || position == ",") continue;
    const std::size_t comma = position.find(',');
    const auto longitude = parse_double(position.substr(0, comma));
    const std::string_view others =
        position.substr(comma == std::string_view::npos ? 0 : comma + 1);
    const auto latitude = parse_double(others.substr(0, others.find(',')));
    if (comma == std::string_view::npos || !longitude || !latitude || std::abs(*latitude) > 90 ||
        std::abs(*longitude) > 180) {
      throw AreaFault{fmt::format("'{}' is not a position", position.substr(0, 40)),
                      "a position is longitude,latitude in degrees", ""};
    }
    places.push_back({*latitude, *longitude, 0.0});
  }
  return places;
}

/// Metres north and east in the plane that touches the ellipsoid at the home.
std::vector<double> corner_of(const Geodetic<double>& place, const Home& home) {
  const Geodetic<double> origin = {home.latitude_deg, home.longitude_deg, home.altitude_m};
  const Vec3<double> away =
      to_ecef<double>({place.latitude_deg, place.longitude_deg, home.altitude_m}) -
      to_ecef<double>(origin);
  double sine = 0, cosine = 0, sine_east = 0, cosine_east = 0;
  sincos_degrees(home.latitude_deg, sine, cosine);
  sincos_degrees(home.longitude_deg, sine_east, cosine_east);
  const double outward = cosine_east * away.x + sine_east * away.y;
  return {cosine * away.z - sine * outward, cosine_east * away.y - sine_east * away.x};
}

}  // namespace

std::vector<std::vector<double>> corners_in(const std::string& text, const Home& home) {
  const bool is_kml = text.find("<kml") != std::string_view::npos;
  if (!is_kml && text.find("\"type\"") == std::string_view::npos) {
    throw AreaFault{"the file is neither KML nor GeoJSON", "", "Export the polygon as one of them"};
  }
  const std::string packed = is_kml ? text : without_blanks(text);
  std::vector<Geodetic<double>> places = places_of(ring_of(packed, is_kml), is_kml);
  const bool is_closed = places.size() > 1 &&
                         places.front().latitude_deg == places.back().latitude_deg &&
                         places.front().longitude_deg == places.back().longitude_deg;
  if (!is_closed) {
    throw AreaFault{"the ring of the polygon is open", "its last position must be its first one",
                    "Close the ring"};
  }
  places.pop_back();
  std::vector<std::vector<double>> corners;
  for (const Geodetic<double>& place : places) {
    corners.push_back(corner_of(place, home));
    const double away_m = std::hypot(corners.back()[0], corners.back()[1]);
    if (away_m > farthest_m) {
      throw AreaFault{fmt::format("the polygon is {:.0f} km from the home", away_m / 1e3), "",
                      "Give environment.home the latitude and longitude of the origin"};
    }
  }
  return corners;
}

namespace {

void read_area_file(Area& area, const std::string& path, const Home& home,
                    const std::string& base_dir, Report& report) {
  if (area.file.empty()) return;
  if (!area.corners_m.empty()) {
    return report.error(path + ".corners_m", "both 'corners_m' and 'file' are given",
                        "the file gives the corners", "Remove one of them");
  }
  const std::string file = path_named_at(path + ".file", area.file, base_dir, report);
  std::string why;
  const std::optional<std::string> text = read_text_file(file, why);
  if (!text) {
    return report.error(path + ".file", fmt::format("cannot read the area '{}'", file), why,
                        start_of_name_at(path + ".file", report));
  }
  area.file.clear();
  try {
    area.corners_m = corners_in(*text, home);
  } catch (const AreaFault& fault) {
    report.error(path + ".file", fmt::format("{}: {}", file, fault.what), fault.why,
                 fault.suggestion);
  }
}

}  // namespace

void read_area_files(Scenario& scenario, const std::string& base_dir, Report& report) {
  for (std::size_t i = 0; i < scenario.event.size(); ++i) {
    std::visit(
        [&](Trigger& trigger) {
          if (!trigger.when) return;
          const Home& home = scenario.environment->home;
          const std::string path = fmt::format("event.{}.when", i);
          if (auto& area = trigger.when->enters)
            read_area_file(*area, path + ".enters", home, base_dir, report);
          if (auto& area = trigger.when->leaves)
            read_area_file(*area, path + ".leaves", home, base_dir, report);
        },
        scenario.event[i]);
  }
}

}  // namespace montecopter
