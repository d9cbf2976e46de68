#include "vehicle/containment/volume_map.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/base/json.hpp"
#include "core/base/junit.hpp"

namespace montecopter {
namespace {

/// A polygon of the map: KML's colours are alpha, blue, green, red.
struct Zone {
  const char *name, *key, *kml_colour, *colour;
  double distance_m, height_m;
};

/// From the outermost to the innermost, so that viewers draw the inner ones on top.
std::array<Zone, 3> zones_of(const SoraVolumes& volumes, double height_m) {
  return {{{"ground risk buffer", "ground_risk_buffer", "660000ff", "#ff0000",
            volumes.contingency + volumes.buffer, 0},
           {"contingency volume", "contingency_volume", "6600d7ff", "#ffd700", volumes.contingency,
            volumes.contingency_height},
           {"flight geography", "flight_geography", "6600aa00", "#00aa00", 0, height_m}}};
}

/// Longitude and latitude, to 1e-9 degrees (0.1 mm).
std::string coordinates(const Geodetic<double>& home, const MapPoint& point) {
  const Geodetic<double> place = place_on_map(home, point);
  return fmt::format("{:.9f},{:.9f}", place.longitude_deg, place.latitude_deg);
}

Json json_place(const Geodetic<double>& home, const MapPoint& point) {
  const Geodetic<double> place = place_on_map(home, point);
  Json pair = Json::array();
  pair.add(Json::raw(fmt::format("{:.9f}", place.longitude_deg)));
  pair.add(Json::raw(fmt::format("{:.9f}", place.latitude_deg)));
  return pair;
}

std::string placemark(const Zone& zone, const Geography& geography, const Geodetic<double>& home) {
  std::string ring;
  for (const MapPoint& point : border_around(geography, zone.distance_m)) {
    ring += coordinates(home, point) + fmt::format(",{:.3f} ", zone.height_m);
  }
  return fmt::format(
      "<Placemark><name>{}</name><Style><LineStyle><color>ff{}</color><width>2</width></LineStyle>"
      "<PolyStyle><color>{}</color></PolyStyle></Style><Polygon><extrude>{}</extrude>"
      "<altitudeMode>relativeToGround</altitudeMode><outerBoundaryIs><LinearRing><coordinates>{}"
      "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n",
      zone.name, zone.kml_colour + 2, zone.kml_colour, zone.height_m > 0 ? 1 : 0, ring);
}

Json feature(Json geometry, Json properties) {
  return Json::object()
      .set("type", Json::text("Feature"))
      .set("properties", std::move(properties))
      .set("geometry", std::move(geometry));
}

}  // namespace

Geodetic<double> place_on_map(const Geodetic<double>& home, const MapPoint& point) {
  double sine = 0, cosine = 0;
  sincos_degrees(home.latitude_deg, sine, cosine);
  const double w2 = 1 - wgs84::eccentricity2 * sine * sine;
  const double prime_m = wgs84::equatorial_radius_m / std::sqrt(w2);
  const double meridian_m = prime_m * (1 - wgs84::eccentricity2) / w2;
  return {home.latitude_deg + to_degrees(point.north_m / (meridian_m + home.altitude_m)),
          home.longitude_deg + to_degrees(point.east_m / ((prime_m + home.altitude_m) * cosine)),
          home.altitude_m};
}

std::string kml_of(const Study& study, const Geography& geography, const Geodetic<double>& home,
                   const std::string& name) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml "
      "xmlns=\"http://www.opengis.net/kml/2.2\"><Document><name>{}</name>\n",
      xml_quote(name));
  for (const Zone& zone : zones_of(study.volumes, study.operation.height_m)) {
    text += placemark(zone, geography, home);
  }
  text += "<Folder><name>impacts</name>\n";
  for (const Impact& impact : study.impacts) {
    text += fmt::format(
        "<Placemark><name>{}</name><Point><coordinates>{},0</coordinates></Point>"
        "</Placemark>\n",
        impact.sample, coordinates(home, {impact.north_m, impact.east_m}));
  }
  return text + "</Folder></Document></kml>\n";
}

std::string geojson_of(const Study& study, const Geography& geography, const Geodetic<double>& home,
                       const std::string& name) {
  Json features = Json::array();
  for (const Zone& zone : zones_of(study.volumes, study.operation.height_m)) {
    Json ring = Json::array();
    for (const MapPoint& point : border_around(geography, zone.distance_m)) {
      ring.add(json_place(home, point));
    }
    Json geometry = Json::object();
    geometry.set("type", Json::text("Polygon")).set("coordinates", Json::array().add(ring));
    features.add(feature(std::move(geometry), Json::object()
                                                  .set("name", Json::text(zone.key))
                                                  .set("distance_m", Json::number(zone.distance_m))
                                                  .set("height_m", Json::number(zone.height_m))
                                                  .set("stroke", Json::text(zone.colour))
                                                  .set("fill", Json::text(zone.colour))
                                                  .set("fill-opacity", Json::number(0.4))));
  }
  for (const Impact& impact : study.impacts) {
    Json geometry = Json::object();
    geometry.set("type", Json::text("Point"))
        .set("coordinates", json_place(home, {impact.north_m, impact.east_m}));
    features.add(feature(std::move(geometry), Json::object()
                                                  .set("name", Json::text("impact"))
                                                  .set("sample", Json::number(impact.sample))
                                                  .set("energy_j", Json::number(impact.energy_j))));
  }
  return Json::object()
             .set("type", Json::text("FeatureCollection"))
             .set("name", Json::text(name))
             .set("features", std::move(features))
             .print() +
         "\n";
}

std::string csv_of(const Study& study) {
  std::string text =
      "sample,north_m,east_m,distance_from_event_m,time_after_event_s,speed_m_s,angle_deg,"
      "energy_j,critical_area_m2\n";
  for (const Impact& i : study.impacts) {
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{}\n", i.sample, i.north_m, i.east_m, i.from_event_m,
                    i.time_s, i.speed_m_s, i.angle_deg, i.energy_j, i.critical_m2);
  }
  return text;
}

}  // namespace montecopter
