/// A magnetic field by its angles, and the signs of its declination.

#include "dynamics/environment/magnetic_field.hpp"

#include <catch2/catch.hpp>

#include "dynamics/environment/world_setup.hpp"

namespace montecopter {
namespace {

TEST_CASE("angles of a field give back its components") {
  // A field with the ratios 3 : 4 : 12 : 13, whose angles are those of Pythagorean triangles.
  const double inclination = 67.380135051959574, declination = 53.130102354155979;
  const Vec3<double> east =
      fold_magnetic_field(AngularField{13e-6, inclination, declination, "east"});
  CHECK(east.x == Approx(3e-6).epsilon(1e-14));
  CHECK(east.y == Approx(4e-6).epsilon(1e-14));
  CHECK(east.z == Approx(12e-6).epsilon(1e-14));
  const Vec3<double> west =
      fold_magnetic_field(AngularField{13e-6, inclination, declination, "west"});
  CHECK((west.x == east.x && west.y == -east.y && west.z == east.z));
}

TEST_CASE("a field along an axis has no rounding") {
  const auto angles = [](double inclination, double declination) {
    return fold_magnetic_field(AngularField{5e-5, inclination, declination, "east"});
  };
  const Vec3<double> south_pole = angles(-90, 30), to_east = angles(0, 90),
                     to_south = angles(0, 180);
  CHECK((south_pole.x == 0 && south_pole.y == 0 && south_pole.z == -5e-5));
  CHECK((to_east.x == 0 && to_east.y == 5e-5 && to_east.z == 0));
  CHECK((to_south.x == -5e-5 && to_south.y == 0 && to_south.z == 0));
}

TEST_CASE("without a field there is none") {
  const Vec3<double> none = fold_magnetic_field(Environment{}.magnetic_field);
  CHECK((none.x == 0 && none.y == 0 && none.z == 0));
  const Vec3<double> given = fold_magnetic_field(VectorField{{1e-5, -2e-5, 3e-5}});
  CHECK((given.x == 1e-5 && given.y == -2e-5 && given.z == 3e-5));
}

}  // namespace
}  // namespace montecopter
