#include "dynamics/sensors/placement.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace montecopter {
namespace {

/// Every element to the rounding of a sine and a product.
void check_rows(const Matrix3<double>& m, const std::array<double, 9>& expected) {
  const std::array<double, 9> rows = {m.x.x, m.x.y, m.x.z, m.y.x, m.y.y,
                                      m.y.z, m.z.x, m.z.y, m.z.z};
  for (std::size_t i = 0; i < 9; ++i) {
    CAPTURE(i);
    CHECK(std::fabs(rows[i] - expected[i]) < 1e-15);
  }
}

TEST_CASE("body axes become those of a sensor by the transposed mounting") {
  Alignment alignment;
  const double half = std::sqrt(0.5);
  alignment.mounting = {half, 0, 0, half};  // the sensor's x points along body y, its y along -x
  const auto axes = fold_axes(alignment);
  REQUIRE(axes);
  check_rows(axes->mounted, {0, 1, 0, -1, 0, 0, 0, 0, 1});
  check_rows(axes->real, {0, 1, 0, -1, 0, 0, 0, 0, 1});
}

TEST_CASE("real axes are turned behind the mounting, then scaled and coupled") {
  Alignment alignment;
  alignment.mounting = {0, 1, 0, 0};  // half a turn about x
  alignment.misalignment_rad = PerAxis(0, 0, 0.01);
  alignment.scale_error = PerAxis(0.5, 0, -0.25);
  alignment.cross_axis = {0, 0.125, 0, 0, 0, 0, 0, 0, 0};
  const auto axes = fold_axes(alignment);
  REQUIRE(axes);
  check_rows(axes->mounted, {1, 0, 0, 0, -1, 0, 0, 0, -1});
  const double s = std::sin(0.01), c = std::cos(0.01);
  check_rows(axes->real, {1.5 * c - 0.125 * s, -1.5 * s - 0.125 * c, 0,  // gains times the turn
                          -s, -c, 0,                                     //
                          0, 0, -0.75});
}

TEST_CASE("a mounting is made a rotation if it is nearly one, else there are no axes") {
  Alignment alignment;
  alignment.mounting = {1.009, 0, 0, 0};
  REQUIRE(fold_axes(alignment));
  check_rows(fold_axes(alignment)->real, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  for (const double w : {0.0, 0.98, 1.02, std::nan("")}) {
    alignment.mounting = {w, 0, 0, 0};
    CHECK_FALSE(fold_axes(alignment));
  }
}

TEST_CASE("a direction has length 1, and an axis of no length has none") {
  const auto along = direction_along({3, 0, -4});
  REQUIRE(along);
  CHECK(along->x == 0.6);
  CHECK(along->y == 0);
  CHECK(along->z == -0.8);
  CHECK_FALSE(direction_along({0, 0, 0}));
}

}  // namespace
}  // namespace montecopter
