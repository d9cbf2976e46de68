/// Ellipses and maps of a containment study: against normal draws, closed forms, and GeographicLib.

#include <GeographicLib/LocalCartesian.hpp>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "core/numerics/normal_quantile.hpp"
#include "vehicle/containment/volume_map.hpp"

namespace montecopter {
namespace {

TEST_CASE("fewest flights: 1 - p^n is at least the confidence") {
  CHECK(fewest_flights(0.999, 0.95) == 2995);  // ln 0.05 / ln 0.999 = 2994.2
  CHECK(fewest_flights(0.99, 0.95) == 299);
  CHECK(fewest_flights(0.5, 0.5) == 1);
}

TEST_CASE("the ellipse of normal places has their axes and holds 95 % of them") {
  std::mt19937_64 random(54);
  const auto normal = [&] {
    const double u = (static_cast<double>(random() >> 12) + 0.5) / 0x1p52;
    return normal_quantile(u, 1 - u);
  };
  const double major = 30, minor = 10, angle = 0.7;  // standard deviations, bearing
  std::vector<Impact> impacts;
  for (int i = 0; i < 20000; ++i) {
    const double a = major * normal(), b = minor * normal();
    impacts.push_back({.north_m = 5 + a * std::cos(angle) - b * std::sin(angle),
                       .east_m = -7 + a * std::sin(angle) + b * std::cos(angle)});
  }
  const ImpactEllipse e = ellipse_of(impacts).value();
  const double scale = 2.4477468;  // square root of the 95 % quantile of chi-square, 2 degrees
  // Standard errors: 0.5 % of a deviation, 0.2 m of the centre; four of them.
  CHECK(e.major_m == Approx(scale * major).epsilon(0.02));
  CHECK(e.minor_m == Approx(scale * minor).epsilon(0.02));
  CHECK(e.bearing_deg == Approx(angle * 180 / std::numbers::pi).margin(1.0));
  CHECK(e.north_m == Approx(5).margin(0.9));
  CHECK(e.east_m == Approx(-7).margin(0.9));
  CHECK(e.inside == Approx(0.95).margin(0.007));
  impacts.resize(2);
  CHECK_FALSE(ellipse_of(impacts).has_value());
}

TEST_CASE("the border contains every place within the distance, and little more") {
  const Geography g = {-10, -20, 30, 40};
  const double distance = 25;
  const std::vector<MapPoint> border = border_around(g, distance);
  CHECK(border.front().north_m == border.back().north_m);
  double twice_area = 0, nearest = 1e9, farthest = 0;
  for (std::size_t k = 0; k + 1 < border.size(); ++k) {
    const MapPoint &a = border[k], &b = border[k + 1];
    twice_area += a.east_m * b.north_m - b.east_m * a.north_m;
    for (double f = 0; f <= 1; f += 0.25) {  // along each side
      const double north = a.north_m + f * (b.north_m - a.north_m);
      const double east = a.east_m + f * (b.east_m - a.east_m);
      const double away = std::hypot(std::max({g.south_m - north, 0.0, north - g.north_m}),
                                     std::max({g.west_m - east, 0.0, east - g.east_m}));
      nearest = std::min(nearest, away), farthest = std::max(farthest, away);
    }
  }
  CHECK(nearest == Approx(distance).epsilon(1e-12));
  CHECK(farthest < distance * 1.0013);  // 1 / cos(pi / 64)
  const double area = 40 * 60 + 2 * (40 + 60) * distance + std::numbers::pi * distance * distance;
  CHECK(twice_area / 2 == Approx(area).epsilon(0.001));  // positive: counter-clockwise
  const std::vector<MapPoint> own = border_around(g, 0);
  REQUIRE(own.size() == 5);
  CHECK(own[0].north_m == -10);
  CHECK(own[0].east_m == 40);
}

TEST_CASE("places on the map are those of a geodetic library") {
  const Geodetic<double> home = {47.3977, 8.5456, 0};
  const GeographicLib::LocalCartesian local(home.latitude_deg, home.longitude_deg, 0);
  for (const MapPoint& point : {MapPoint{300, -200}, MapPoint{-1000, 1000}, MapPoint{0, 2000}}) {
    const Geodetic<double> place = place_on_map(home, point);
    double east = 0, north = 0, up = 0;
    local.Forward(place.latitude_deg, place.longitude_deg, 0, east, north, up);
    const double away = std::hypot(point.north_m, point.east_m);
    const double margin = 1e-6 + 1.1 * away * away / (2 * 6.37e6);  // as the header states
    CHECK(north == Approx(point.north_m).margin(margin));
    CHECK(east == Approx(point.east_m).margin(2 * margin));
  }
}

}  // namespace
}  // namespace montecopter
