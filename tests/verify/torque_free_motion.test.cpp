/// The closed forms of torque-free motion against solutions with 34 digits, and against the
/// equations.

#include "verify/torque_free_motion.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "physics/csv.hpp"

namespace montecopter::verify {
namespace {

TEST_CASE("Jacobi's functions have their known values") {
  // m = k^2 = 1/2: K = 1.85407 46773 01371 91843 (Abramowitz & Stegun, table 17.1).
  const double quarter = 1.8540746773013719, k = std::sqrt(0.5);
  const Elliptic at_quarter = jacobi(quarter, k);
  CHECK(at_quarter.sn == Approx(1).epsilon(1e-15));
  CHECK(std::fabs(at_quarter.cn) < 1e-15);
  CHECK(at_quarter.dn == Approx(std::sqrt(0.5)).epsilon(1e-15));
  const Elliptic half = jacobi(0.5 * quarter, k);  // 16.5.2: sn(K/2) = (1 + k')^(-1/2)
  CHECK(half.sn == Approx(1 / std::sqrt(1 + std::sqrt(0.5))).epsilon(1e-15));
  const Elliptic whole = jacobi(41 * quarter, k);  // ten periods on
  CHECK(std::fabs(whole.cn) < 1e-13);
  const Elliptic circular = jacobi(0.7, 0);
  CHECK(circular.sn == Approx(std::sin(0.7)).epsilon(1e-15));
  CHECK(circular.dn == 1);
}

TEST_CASE("Jacobi's functions are each other's derivatives") {
  const double h = 1e-4, k = 0.6;
  for (double u = -3; u < 9; u += 0.37) {
    const Elliptic e = jacobi(u, k), before = jacobi(u - h, k), after = jacobi(u + h, k);
    CHECK((after.sn - before.sn) / (2 * h) == Approx(e.cn * e.dn).margin(1e-8));
    CHECK((after.cn - before.cn) / (2 * h) == Approx(-e.sn * e.dn).margin(1e-8));
    CHECK((after.dn - before.dn) / (2 * h) == Approx(-k * k * e.sn * e.cn).margin(1e-8));
  }
}

void compare_with_reference(const SymmetricTop& top, const std::string& file) {
  const Csv csv = read_csv(reference_path("rigid_body/" + file));
  double worst = 0;
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const double t = csv.at(i, "t");
    const Vec3<double> w = top.rate(t);
    const Quat<double> q = top.attitude(t);
    const double sign = q.w * csv.at(i, "qw") + q.x * csv.at(i, "qx") + q.y * csv.at(i, "qy") +
                                    q.z * csv.at(i, "qz") <
                                0
                            ? -1
                            : 1;
    for (const double e : {w.x - csv.at(i, "wx"), w.y - csv.at(i, "wy"), w.z - csv.at(i, "wz"),
                           sign * q.w - csv.at(i, "qw"), sign * q.x - csv.at(i, "qx"),
                           sign * q.y - csv.at(i, "qy"), sign * q.z - csv.at(i, "qz")}) {
      worst = std::max(worst, std::fabs(e));
    }
  }
  INFO(file << ": " << worst);
  CHECK(worst < 1e-12);  // angles of some hundred radians, rounded
}

TEST_CASE("symmetric bodies turn as the 34-digit solutions do") {
  const auto start = [](const std::string& file) {
    const Csv csv = read_csv(reference_path("rigid_body/" + file));
    return Vec3<double>{csv.at(0, "wx"), csv.at(0, "wy"), csv.at(0, "wz")};
  };
  compare_with_reference({0.025, 0.035, start("d_symmetric_top.csv")}, "d_symmetric_top.csv");
  compare_with_reference({0.02, 0.035, start("e_gyrostat_symmetric.csv"), 0.12},
                         "e_gyrostat_symmetric.csv");
}

TEST_CASE("a moment about the axis changes the rates as Euler's equations say") {
  const SymmetricTop top = {0.02, 0.05, {1, -2, 3}, 0.1, 0.3};
  const double h = 1e-4;
  for (double t = 0; t < 3; t += 0.31) {
    const Vec3<double> w = top.rate(t), change = top.rate(t + h) - top.rate(t - h);
    const double axial = 0.05 * w.z + 0.1;
    CHECK(0.02 * change.x / (2 * h) == Approx(0.02 * w.y * w.z - axial * w.y).margin(1e-5));
    CHECK(0.02 * change.y / (2 * h) == Approx(axial * w.x - 0.02 * w.z * w.x).margin(1e-5));
    CHECK(0.05 * change.z / (2 * h) == Approx(0.3).epsilon(1e-9));
  }
}

TEST_CASE("an asymmetric top solves Euler's equations and keeps its momentum") {
  const std::array<double, 3> j = {0.01, 0.02, 0.03};
  const AsymmetricTop top(j, 4, 5);
  const double h = 1e-4;
  const auto world_momentum = [&](double t) {
    const Vec3<double> w = top.rate(t);
    return Rotation<double>(top.attitude(t)) * Vec3<double>{j[0] * w.x, j[1] * w.y, j[2] * w.z};
  };
  const Vec3<double> first = world_momentum(0);
  CHECK(top.attitude(0).w == Approx(1).epsilon(1e-15));
  for (double t = 0.05; t < 5; t += 0.47) {
    const Vec3<double> w = top.rate(t), change = top.rate(t + h) - top.rate(t - h);
    CHECK(j[0] * change.x / (2 * h) == Approx((j[1] - j[2]) * w.y * w.z).margin(1e-6));
    CHECK(j[1] * change.y / (2 * h) == Approx((j[2] - j[0]) * w.z * w.x).margin(1e-6));
    CHECK(j[2] * change.z / (2 * h) == Approx((j[0] - j[1]) * w.x * w.y).margin(1e-6));
    const Vec3<double> moved = world_momentum(t) - first;
    CHECK(std::sqrt(dot(moved, moved)) < 1e-14);
    // The attitude turns with the rate: q' = q (0, w) / 2.
    const Quat<double> q = top.attitude(t), a = top.attitude(t - h), b = top.attitude(t + h);
    const Quat<double> wanted = half_product(q, w);
    CHECK((b.w - a.w) / (2 * h) == Approx(wanted.w).margin(1e-5));
    CHECK((b.x - a.x) / (2 * h) == Approx(wanted.x).margin(1e-5));
    CHECK((b.y - a.y) / (2 * h) == Approx(wanted.y).margin(1e-5));
    CHECK((b.z - a.z) / (2 * h) == Approx(wanted.z).margin(1e-5));
  }
}

}  // namespace
}  // namespace montecopter::verify
