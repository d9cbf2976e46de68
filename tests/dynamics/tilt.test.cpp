#include "dynamics/tilt.hpp"

#include <catch2/catch.hpp>

#include "core/numerics/quaternion_exp.hpp"

namespace montecopter {
namespace {

/// Heads somewhere, then tilts about a horizontal axis of its own.
Quat<double> tilted(double heading_deg, double axis_deg, double tilt_deg) {
  double ch, sh, ca, sa, ct, st;
  sincos_degrees(0.5 * heading_deg, sh, ch);
  sincos_degrees(axis_deg, sa, ca);
  sincos_degrees(0.5 * tilt_deg, st, ct);
  return product(Quat<double>{ch, 0, 0, sh}, Quat<double>{ct, st * ca, st * sa, 0});
}

TEST_CASE("the tilt of an attitude compares with one that is given in degrees") {
  for (const double tilt_deg : {0.0, 1e-3, 20.0, 90.0, 135.0, 180.0}) {
    for (const double axis_deg : {0.0, 90.0, 211.0}) {
      for (const double heading_deg : {0.0, 77.0, -160.0}) {
        const Quat<double> q_WB = tilted(heading_deg, axis_deg, tilt_deg);
        INFO(tilt_deg << " " << axis_deg << " " << heading_deg);
        CHECK(sine2_half_tilt(q_WB) ==
              Approx(sine2_half_tilt_of_degrees(tilt_deg)).epsilon(1e-14).margin(1e-30));
        // R_zz is the cosine of the tilt.
        CHECK(1 - 2 * sine2_half_tilt(q_WB) == Approx(Rotation<double>(q_WB).zz).margin(1e-15));
      }
    }
  }
  CHECK(sine2_half_tilt_of_degrees(180) == 1);
  CHECK(sine2_half_tilt_of_degrees(0) == 0);
}

}  // namespace
}  // namespace montecopter
