#include "core/numerics/euler_angles.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace montecopter {
namespace {

constexpr double pi = 3.14159265358979323846;

/// The quaternion of the 3-2-1 sequence: q_z(yaw) q_y(pitch) q_x(roll), multiplied out by hand
/// (Diebel, Representing attitude, 2006, eq. 292).
Quat<double> turned(double roll, double pitch, double yaw) {
  const double cr = std::cos(roll / 2), sr = std::sin(roll / 2);
  const double cp = std::cos(pitch / 2), sp = std::sin(pitch / 2);
  const double cy = std::cos(yaw / 2), sy = std::sin(yaw / 2);
  return {cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
          cr * cp * sy - sr * sp * cy};
}

TEST_CASE("roll, pitch and yaw are those that the attitude was turned by") {
  for (const double roll : {-3.1, -1.2, 0.0, 0.3, 2.9}) {
    for (const double pitch : {-1.5, -0.7, 0.0, 0.2, 1.55}) {
      for (const double yaw : {-3.0, -0.4, 0.0, 1.1, 3.1}) {
        const Vec3<double> angles = euler_angles(turned(roll, pitch, yaw));
        INFO(roll << " " << pitch << " " << yaw);
        // Elements of R_WB are good to some 4e-16; near the zenith their angle is by 1 /
        // cos(pitch).
        const double close = 1e-15 / std::cos(pitch);
        CHECK(std::fabs(angles.x - roll) < close);
        CHECK(std::fabs(angles.y - pitch) < close);
        CHECK(std::fabs(angles.z - yaw) < close);
      }
    }
  }
}

TEST_CASE("at gimbal lock roll is 0, and yaw is all that is known") {
  for (const double yaw : {-2.0, 0.5, 3.0}) {
    for (const double roll : {0.0, 0.7, -1.3}) {
      // Straight up, roll and yaw turn against each other; straight down, with each other.
      const Vec3<double> up = euler_angles(turned(roll, pi / 2, yaw));
      const Vec3<double> down = euler_angles(turned(roll, -pi / 2, yaw));
      CHECK(up.x == 0.0);
      CHECK(down.x == 0.0);
      // What rounding leaves of cos(pitch) is up to 2e-8.
      CHECK(std::fabs(up.y - pi / 2) < 3e-8);
      CHECK(std::fabs(down.y + pi / 2) < 3e-8);
      CHECK(std::fabs(std::remainder(up.z - (yaw - roll), 2 * pi)) < 1e-15);
      CHECK(std::fabs(std::remainder(down.z - (yaw + roll), 2 * pi)) < 1e-15);
    }
  }
  // Just beside it, the three still give the attitude back.
  const Vec3<double> beside = euler_angles(turned(0.4, pi / 2 - 1e-6, -0.9));
  CHECK(std::fabs(beside.x - 0.4) < 1e-9);
  CHECK(std::fabs(beside.z + 0.9) < 1e-9);
}

TEST_CASE("both quaternions of an attitude have the same angles, and half turns are +pi") {
  const Quat<double> q = turned(0.3, -0.2, 2.5);
  const Vec3<double> a = euler_angles(q), b = euler_angles(Quat<double>{-q.w, -q.x, -q.y, -q.z});
  CHECK((a.x == b.x && a.y == b.y && a.z == b.z));
  CHECK(euler_angles(Quat<double>{0, 0, 0, 1}).z == pi);
  CHECK(euler_angles(Quat<double>{0, 1, 0, 0}).x == pi);
}

}  // namespace
}  // namespace montecopter
