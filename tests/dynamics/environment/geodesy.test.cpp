/// Geodesy against 30-digit values and GeographicLib.

#include "dynamics/environment/geodesy.hpp"

#include <GeographicLib/Geocentric.hpp>
#include <GeographicLib/LocalCartesian.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "dynamics/environment/world_setup.hpp"
#include "physics/csv.hpp"

namespace montecopter {
namespace {

constexpr double per_degree = M_PI / 180;

std::mt19937_64 random_bits(76);

double between(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random_bits);
}

/// How far apart two places are [m]: on the ground, and up. At a pole all longitudes are one.
double distance_m(const Geodetic<double>& a, const Geodetic<double>& b) {
  const double radius = 6.4e6 + std::fabs(a.altitude_m);
  const double north = (a.latitude_deg - b.latitude_deg) * per_degree * radius;
  const double east = std::remainder(a.longitude_deg - b.longitude_deg, 360.0) * per_degree *
                      radius * std::cos(a.latitude_deg * per_degree);
  return std::hypot(north, east, a.altitude_m - b.altitude_m);
}

/// Anywhere, and at the places where formulas fail: poles, equator, date line, and near them.
Geodetic<double> somewhere() {
  const double latitudes[] = {0, 90, -90, 1e-9, 90 - 1e-9, -90 + 1e-6, 89.9999, 45};
  const double longitudes[] = {0, 180, -180, 179.9999999, -179.9999999, 90, -90};
  Geodetic<double> g = {std::asin(between(-1, 1)) / per_degree, between(-180, 180),
                        between(-5000, 100000)};
  if (random_bits() % 4 == 0) g.latitude_deg = latitudes[random_bits() % std::size(latitudes)];
  if (random_bits() % 4 == 0) g.longitude_deg = longitudes[random_bits() % std::size(longitudes)];
  if (random_bits() % 8 == 0) g.altitude_m = 0;
  return g;
}

Geodesy<double> geodesy(const char* model, const Geodetic<double>& home) {
  Environment e;
  e.geodesy = model;
  e.home.latitude_deg = home.latitude_deg, e.home.longitude_deg = home.longitude_deg;
  e.home.altitude_m = home.altitude_m;
  return {geodesy_model(model), fold_geodesy(e)};
}

TEST_CASE("geodetic to Earth-centred coordinates") {
  const Csv csv = read_csv(reference_path("environment/wgs84_ecef.csv"));
  REQUIRE(csv.rows.size() == 6);
  for (const auto& row : csv.rows) {
    const Geodetic<double> g = {row[0], row[1], row[2]};
    CAPTURE(row[0], row[1], row[2]);
    const Vec3<double> p = to_ecef(g);
    CHECK(std::fabs(p.x - row[3]) < 1e-8);
    CHECK(std::fabs(p.y - row[4]) < 1e-8);
    CHECK(std::fabs(p.z - row[5]) < 1e-8);
    CHECK(distance_m(to_geodetic(p), g) < 1e-8);
  }
}

TEST_CASE("Earth-centred coordinates and back agree with GeographicLib") {
  const auto& earth = GeographicLib::Geocentric::WGS84();
  double there = 0, back = 0, both = 0;
  for (int i = 0; i < 20000; ++i) {
    const Geodetic<double> g = somewhere();
    double x = 0, y = 0, z = 0;
    earth.Forward(g.latitude_deg, g.longitude_deg, g.altitude_m, x, y, z);
    const Vec3<double> p = to_ecef(g);
    there = std::fmax(there, std::hypot(p.x - x, p.y - y, p.z - z));
    Geodetic<double> wanted{};
    earth.Reverse(x, y, z, wanted.latitude_deg, wanted.longitude_deg, wanted.altitude_m);
    back = std::fmax(back, distance_m(to_geodetic<double>({x, y, z}), wanted));
    both = std::fmax(both, distance_m(to_geodetic(p), g));
  }
  INFO(there << " m there, " << back << " m back, " << both << " m there and back");
  CHECK(there < 1e-8);
  CHECK(back < 1e-8);
  CHECK(both < 1e-8);
}

TEST_CASE("a position in the tangent plane agrees with GeographicLib") {
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    Geodetic<double> home = somewhere();
    home.altitude_m = between(-1000, 9000);
    const GeographicLib::LocalCartesian plane(home.latitude_deg, home.longitude_deg,
                                              home.altitude_m);
    const double far = std::exp2(between(-3, 17));  // up to 130 km
    const Vec3<double> p = {between(-far, far), between(-far, far),
                            between(home.altitude_m - 1e5, home.altitude_m + 5000)};
    Geodetic<double> wanted{};
    plane.Reverse(p.y, p.x, -p.z, wanted.latitude_deg, wanted.longitude_deg, wanted.altitude_m);
    const Geodetic<double> found = geodesy("wgs84", home).at(p);
    CHECK(std::fabs(found.longitude_deg) <= 180);
    worst = std::fmax(worst, distance_m(found, wanted));
  }
  INFO(worst);
  CHECK(worst < 1e-8);
}

TEST_CASE("the origin is at home") {
  for (int i = 0; i < 2000; ++i) {
    const Geodetic<double> home = somewhere();
    const Geodetic<double> found = geodesy("wgs84", home).at({0, 0, 0});
    CHECK(distance_m(found, home) < 1e-8);
    const bool pole = std::fabs(home.latitude_deg) == 90;
    if (!pole) CHECK(found.longitude_deg == home.longitude_deg);
  }
}

TEST_CASE("the height over the ellipsoid grows with the square of the distance") {
  // d^2 / 2 of the curvature 1 / N to the east on the equator, where N = a; the next term is
  // d^4 / (8 a^3) = 5e-9 m.
  const Geodetic<double> there = geodesy("wgs84", {0, 0, 0}).at({0, 10000, 0});
  CHECK(there.altitude_m == Approx(1e8 / 2 / 6378137).epsilon(1e-6));
  CHECK(there.latitude_deg == 0);
  CHECK(there.longitude_deg == Approx(std::atan2(10000, 6378137) / per_degree).epsilon(1e-14));
}

TEST_CASE("the sphere is that of PX4's simulation in hardware") {
  const Geodesy<double> montreal = geodesy("sphere", {45.4671160, -73.7578370, 32.34});
  // Its formula by another program: 100 m north and 100 m east, nine digits behind the point.
  const Geodetic<double> there = montreal.at({100, 100, -20});
  CHECK(std::fabs(there.latitude_deg - 45.4671160 - 0.000899322) < 5e-10);
  CHECK(std::fabs(there.longitude_deg + 73.7578370 - 0.001282330) < 5e-10);
  CHECK(there.altitude_m == 52.34);
  for (int i = 0; i < 1000; ++i) {
    const double x = between(-1e5, 1e5), y = between(-1e5, 1e5), latitude = between(-89, 89);
    const Geodetic<double> found = geodesy("sphere", {latitude, 0, 0}).at({x, y, 0});
    CHECK(found.latitude_deg == Approx(latitude + x / 6371000 / per_degree).epsilon(1e-14));
    const double east = y / (6371000 * std::cos(latitude * per_degree)) / per_degree;
    CHECK(found.longitude_deg == Approx(std::remainder(east, 360.0)).epsilon(1e-13));
  }
  CHECK(geodesy("sphere", {0, 179.9999, 0}).at({0, 1000, 0}).longitude_deg ==
        Approx(179.9999 + 1000 / 6371000.0 / per_degree - 360).epsilon(1e-14));
}

TEST_CASE("no position is nowhere") {
  for (const char* model : {"wgs84", "sphere"}) {
    const Geodesy<double> home = geodesy(model, {0, 0, 0});
    for (const double x : {-1e300, -6378137.0, 0.0, 6378137.0, 1e300}) {
      for (const double z : {-1e300, 0.0, 6378137.0, 1e300}) {  // the last but one: the centre
        const Geodetic<double> g = home.at({x, -x, z});
        CAPTURE(model, x, z);
        CHECK((std::isfinite(g.latitude_deg) && std::isfinite(g.longitude_deg)));
        CHECK(std::isfinite(g.altitude_m));
      }
    }
  }
}

}  // namespace
}  // namespace montecopter
