/// Gravity against a table, the figures of NASA's check cases, and the physics in long double.

#include "dynamics/environment/gravity.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/csv.hpp"

namespace montecopter {
namespace {

double gravity(GravityModel model, double latitude, double home, double altitude) {
  return gravity_at(fold_gravity(model, 9.81, latitude, home), home - altitude);
}

/// GM, J2 and the centrifugal acceleration by finite differences of their potential along the
/// normal of the ellipsoid: another way than that of the program.
double gravity_of_potential(double latitude_deg, double altitude_m) {
  const long double a = 6378137, f = 1 / 298.257223563L, e2 = f * (2 - f);
  const long double latitude = latitude_deg * 3.141592653589793238462643383279502884L / 180;
  const long double s = std::sin(latitude), c = std::cos(latitude);
  const long double n = a / std::sqrt(1 - e2 * s * s);
  const auto potential = [&](long double h) {
    const long double x = (n + h) * c, z = (n * (1 - e2) + h) * s;
    const long double r2 = x * x + z * z, r = std::sqrt(r2), sine2 = z * z / r2;
    const long double spin = 7.292115e-5L * x;
    return 3.986004418e14L / r * (1 - 1.08262982e-3L * a * a / r2 * (3 * sine2 - 1) / 2) +
           spin * spin / 2;
  };
  const long double step = 100;
  return static_cast<double>((potential(altitude_m - step) - potential(altitude_m + step)) /
                             (2 * step));
}

TEST_CASE("normal gravity is that of WGS-84") {
  const Csv csv = read_csv(reference_path("environment/normal_gravity.csv"));
  REQUIRE(csv.rows.size() == 28);
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const double latitude = csv.at(i, "lat"), altitude = csv.at(i, "h_m");
    CAPTURE(latitude, altitude);
    const double wanted = csv.at(i, "gamma");
    CHECK(normal_gravity(latitude, altitude) == Approx(wanted).epsilon(1e-9));
    CHECK(normal_gravity(-latitude, altitude) == normal_gravity(latitude, altitude));
    // The polynomial of any home on that latitude has no error but rounding.
    for (const double home : {0.0, altitude, 4000.0}) {
      const double here = gravity(GravityModel::normal, latitude, home, altitude);
      CHECK(here == Approx(wanted).epsilon(1e-9));
      CHECK(here == Approx(normal_gravity(latitude, altitude)).epsilon(1e-14));
    }
  }
}

TEST_CASE("J2 gravity is that of NASA's check cases at the equator") {
  // reference data of the NESC check cases: nine digits behind the point.
  CHECK(std::fabs(j2_gravity(0, 0) - 9.780281647) < 5e-10);
  CHECK(std::fabs(j2_gravity(0, 9144) - 9.752107829) < 5e-10);
}

TEST_CASE("J2 gravity is the slope of its potential along the normal") {
  for (const double latitude : {0.0, 12.0, 45.0, 47.397742, 60.0, 89.0, 90.0, -33.0}) {
    for (const double altitude : {-1000.0, 0.0, 9144.0, 30000.0, 100000.0}) {
      CAPTURE(latitude, altitude);
      // The difference quotient: a sixth of the third derivative (6 g / r^2) times 100^2 m^2 is
      // 2.4e-9 m/s2 too much.
      CHECK(std::fabs(j2_gravity(latitude, altitude) - gravity_of_potential(latitude, altitude)) <
            3e-9);
    }
  }
}

TEST_CASE("a cubic is enough for J2 gravity from -1 to 30 km") {
  // Interpolation at Chebyshev points: g''''/4! (15.5 km)^4 / 2^3 = 5 g / 8 (15.5 / 6371)^4.
  double worst = 0;
  for (double latitude = -90; latitude <= 90; latitude += 7.5) {
    for (const double home : {-1000.0, 0.0, 488.0, 5000.0}) {
      const auto folded = fold_gravity(GravityModel::j2, 9.81, latitude, home);
      for (double altitude = -1000; altitude <= 30000; altitude += 250) {
        const double error = gravity_at(folded, home - altitude) - j2_gravity(latitude, altitude);
        worst = std::fmax(worst, std::fabs(error));
      }
    }
  }
  INFO(worst);
  CHECK(worst < 3e-10);
  CHECK(worst > 1e-10);  // the estimate above is no guess
}

TEST_CASE("constant gravity is constant") {
  const auto folded = fold_gravity(GravityModel::constant, 3.71, 45, 1000);
  for (const double z : {-1e5, 0.0, 3e4}) CHECK(gravity_at(folded, z) == 3.71);
}

TEST_CASE("gravity models have names") {
  CHECK(gravity_model("constant") == GravityModel::constant);
  CHECK(gravity_model("normal") == GravityModel::normal);
  CHECK(gravity_model("j2") == GravityModel::j2);
}

}  // namespace
}  // namespace montecopter
