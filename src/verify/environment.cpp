#include "verify/environment.hpp"

#include <fmt/format.h>

#include "dynamics/environment/gravity.hpp"
#include "dynamics/environment/isa.hpp"
#include "dynamics/environment/magnetic_field.hpp"
#include "dynamics/environment/wgs84.hpp"

namespace montecopter::verify {
namespace {

/// NOAA-S/T 76-1562, tables I and III, a work of the US Government.
constexpr AirRow printed_air[] = {
    {0, 288.150, 0.0005, 1.01325e5, 0.5, 1.2250, 5e-5},
    {1000, 281.651, 0.0005, 8.9876e4, 0.5, 1.1117, 5e-5},
    {2000, 275.154, 0.0005, 7.9501e4, 0.5, 1.0066, 5e-5},
    {5000, 255.676, 0.0005, 5.4048e4, 0.5, 0.73643, 5e-6},
    {10000, 223.252, 0.0005, 2.6500e4, 0.5, 0.41351, 5e-6},
    {15000, 216.650, 0.0005, 1.2112e4, 0.5, 0.19476, 5e-6},
    {20000, 216.650, 0.0005, 5.5293e3, 0.05, 0.088910, 5e-7},
};

AtmosphereCoefficients<double> standard_day() {
  AtmosphereCoefficients<double> c{};
  IsaAtmosphere{}.fold(c);
  return c;
}

/// Checks the bases of the layers by the barometric formulas in 15 digits.
Check layers() {
  struct Row {
    double height_m, temperature_k, pressure_pa;
  };
  Largest error;
  for (const Row& r :
       {Row{-1000, 294.65, 113929.083074094}, Row{0, 288.15, 101325.0},
        Row{1500, 278.4, 84556.0048413696}, Row{11000, 216.65, 22632.0639734629},
        Row{15000, 216.65, 12044.5708624232}, Row{20000, 216.65, 5474.88866967778},
        Row{32000, 228.65, 868.018684755227}, Row{47000, 270.65, 110.906305554966}}) {
    const Air<double> air = IsaAtmosphere::at_geopotential<double>(standard_day()[0], r.height_m);
    error.take(air.temperature_k / r.temperature_k - 1);
    error.take(air.pressure_pa / r.pressure_pa - 1);
  }
  // The table has 15 digits, and an exponential of 10 multiplies a rounding by 10.
  return error_check({"standard atmosphere, layers", "its barometric formulas, 15 digits"}, error,
                     1e-14);
}

/// Gravity of NGA.STND.0036: printed at equator and pole; between them and above, Somigliana's
/// formula and the second-order formula of height in 15 digits.
Check gravity() {
  struct Row {
    double latitude_deg, altitude_m, gravity_m_s2;
  };
  Largest error;
  for (const Row& r :
       {Row{0, 0, 9.7803253359}, Row{0, 1000, 9.77723836651437}, Row{45, 0, 9.80619776937324},
        Row{45, 9144, 9.77804397485886}, Row{60, 100, 9.81886851323073},
        Row{90, 0, 9.83218493785901}, Row{90, 9144, 9.8040510553332}}) {
    error.take(normal_gravity(r.latitude_deg, r.altitude_m) - r.gravity_m_s2);
  }
  return error_check({"normal gravity of WGS-84", "Somigliana, NGA.STND.0036, 15 digits"}, error,
                     1e-14, "m/s2");
}

/// Further zonal harmonics of the ellipsoid's field, which a field of GM and J2 lacks (Heiskanen &
/// Moritz, Physical Geodesy, equation 2-92).
double zonal_harmonic(int n) {
  const double e2 = wgs84::eccentricity2;
  double power = -1;
  for (int i = 0; i < n; ++i) power *= -e2;
  return power * 3 / ((2 * n + 1) * (2 * n + 3)) * (1 - n + 5 * n * wgs84::j2 / e2);
}

/// Checks gravity in a second way: Somigliana's formula does not use GM and J2. At pole and
/// equator, where the normal of the ellipsoid points to the centre, J4 and J6 are added with their
/// Legendre polynomials.
Check gravity_two_ways() {
  struct Place {
    double latitude_deg, radius_m, p4, p6;
  };
  Largest error;
  for (const Place& at : {Place{0, wgs84::equatorial_radius_m, 3.0 / 8, -5.0 / 16},
                          Place{90, wgs84::polar_radius_m, 1, 1}}) {
    const double r2 = at.radius_m * at.radius_m;
    const double ratio2 = wgs84::equatorial_radius_m * wgs84::equatorial_radius_m / r2;
    const double ratio4 = ratio2 * ratio2;
    const double further =
        5 * zonal_harmonic(2) * ratio4 * at.p4 + 7 * zonal_harmonic(3) * ratio4 * ratio2 * at.p6;
    const double wanted =
        normal_gravity(at.latitude_deg, 0) + wgs84::gravitational_parameter_m3_s2 / r2 * further;
    error.take(j2_gravity(at.latitude_deg, 0) / wanted - 1);
  }
  // J8 remains: 9 J8 (a/b)^8, and the uncertainty of the 9 digits of J2, 3 x 5e-12.
  return error_check({"gravity from GM and J2", "normal gravity without J4 and J6"}, error,
                     9 * std::fabs(zonal_harmonic(4)) * 1.03 + 1.5e-11);
}

/// Places and their Earth-centred coordinates, from 30 digits.
Check to_earth_centred() {
  struct Row {
    Geodetic<double> place;
    Vec3<double> ecef;
  };
  Largest error;
  for (const Row& r : {Row{{0, 0, 0}, {6378137.0, 0, 0}}, Row{{0, 90, 100}, {0, 6378237.0, 0}},
                       Row{{90, 0, 0}, {0, 0, 6356752.3142451795}},
                       Row{{-90, 0, 500}, {0, 0, -6357252.3142451795}},
                       Row{{45.4671160, -73.7578370, 32.34},
                           {1253257.09315223918, -4301920.50763463935, 4523929.85058100564}},
                       Row{{47.397742, 8.545594, 488},
                           {4277551.16882223202, 642764.676214097658, 4672168.68556486772}}}) {
    const Vec3<double> missed = to_ecef(r.place) - r.ecef;
    error.take(std::sqrt(dot(missed, missed)));
  }
  // Four roundings of coordinates up to 6.4e6 m, whose half unit in the last place is 0.5 nm.
  return error_check({"WGS-84 to Earth-centred", "30 digits, GeographicLib"}, error, 2e-9, "m");
}

/// Converts to Earth-centred coordinates and back, over the globe from below the sea to 100 km.
Check geodesy_round_trip() {
  Largest error;
  for (double latitude = -90; latitude <= 90; latitude += 7.5) {
    for (double longitude = -172.5; longitude <= 180; longitude += 37.5) {
      for (const double altitude : {-400.0, 0.0, 8848.0, 100000.0}) {
        const Vec3<double> there = to_ecef(Geodetic<double>{latitude, longitude, altitude});
        const Vec3<double> missed = to_ecef(to_geodetic(there)) - there;
        error.take(std::sqrt(dot(missed, missed)));
      }
    }
  }
  // In degrees, half a unit in the last place is 1.6 nm on the ground for longitudes, 0.8 nm for
  // latitudes, and 0.5 nm for each of three coordinates: 3.9 nm together.
  return error_check({"WGS-84 round trip", "there and back"}, error, 4e-9, "m");
}

/// Angles of right triangles with whole sides: 3, 4, 5 horizontally and 5, 12, 13 vertically.
Check magnetic_angles() {
  const double inclination = 67.380135051959574, declination = 53.130102354155979;
  Largest error;
  for (const char* positive : {"east", "west"}) {
    const Vec3<double> field = AngularField{13, inclination, declination, positive}.fold();
    const double east = std::string_view(positive) == "east" ? 4 : -4;
    for (const double e : {field.x - 3, field.y - east, field.z - 12}) error.take(e);
  }
  // 13 times the rounding of an angle of 67 degrees (1.2e-16 rad), of a sine and of two products.
  return error_check({"magnetic field from its angles", "right triangles 3-4-5 and 5-12-13"}, error,
                     13 * 6 * 0x1p-53);
}

/// Checks a fall through still air in a uniform atmosphere with the density of the table: its
/// terminal speed is sqrt(2 m g / (rho A)).
Check terminal_speed_in_standard_air(const Lab& lab) {
  const AirRow& row = printed_air[4];
  BodyFlight flight = {.drag = "drag_area_m2 = 2.0",
                       .gravity_m_s2 = 9.80665,
                       .rate_hz = 1000,
                       .duration_s = 0.2,
                       .output_hz = 1000};
  const double speed = std::sqrt(2 * 9.80665 / (row.density_kg_m3 * 2.0));
  flight.velocity_m_s = {0, 0, speed};
  flight.tables = fmt::format(
      "[environment.home]\naltitude_m = {:.1f}\n[environment.atmosphere]\ntype = \"isa\"\n",
      row.altitude_m);
  const FlightsInMemory flown = lab.fly(flight);
  const double gained = flown.at("velocity", 1)[2] - speed;
  const double acceleration = gained * flight.rate_hz / 9.80665;
  // Weight less drag, as a fraction of the weight, is as small as the error of the density.
  return error_check({"drag in standard air at 10 km", "NOAA-S/T 76-1562: density"}, acceleration,
                     row.density_digit / row.density_kg_m3);
}

}  // namespace

std::span<const AirRow> standard_air() { return printed_air; }

Check atmosphere_check(std::span<const AirRow> rows) {
  Largest error;
  for (const AirRow& row : rows) {
    const Air<double> air = IsaAtmosphere::air<double>(standard_day(), row.altitude_m);
    error.take((air.temperature_k - row.temperature_k) / row.temperature_digit);
    error.take((air.pressure_pa - row.pressure_pa) / row.pressure_digit);
    error.take((air.density_kg_m3 - row.density_kg_m3) / row.density_digit);
  }
  return error_check({"standard atmosphere, printed tables", "NOAA-S/T 76-1562, tables I and III"},
                     error, 1, "half digit");
}

std::vector<Check> environment_checks(const Lab& lab) {
  return {atmosphere_check(printed_air),
          layers(),
          terminal_speed_in_standard_air(lab),
          gravity(),
          gravity_two_ways(),
          to_earth_centred(),
          geodesy_round_trip(),
          magnetic_angles()};
}

}  // namespace montecopter::verify
