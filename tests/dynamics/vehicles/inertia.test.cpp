/// Stretching and turning the distribution of the mass.

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "dynamics/vehicles/multirotor_setup.hpp"

namespace montecopter {
namespace {

Eigen::Matrix3d matrix_of(const Inertia& j) {
  Eigen::Matrix3d m;
  m << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
  return m;
}

/// Tensor of a homogeneous brick.
Inertia brick(double mass, double a, double b, double c) {
  Inertia j;
  j.xx = mass / 12 * (b * b + c * c), j.yy = mass / 12 * (a * a + c * c);
  j.zz = mass / 12 * (a * a + b * b);
  return j;
}

TEST_CASE("a stretched brick is the brick of the stretched edges") {
  Inertia j = brick(2, 0.3, 0.2, 0.1);
  j.stretch = {1.1, 0.8, 2.0};
  const Inertia found = effective_inertia(j);
  const Inertia wanted = brick(2, 0.33, 0.16, 0.2);
  CHECK(found.xx == Approx(wanted.xx).epsilon(1e-14));
  CHECK(found.yy == Approx(wanted.yy).epsilon(1e-14));
  CHECK(found.zz == Approx(wanted.zz).epsilon(1e-14));
  CHECK((found.xy == 0 && found.xz == 0 && found.yz == 0));
}

TEST_CASE("without stretch and turn the bits stay") {
  Inertia j = brick(2, 0.3, 0.2, 0.1);
  j.xy = 1e-3, j.yz = -2e-3;
  const Inertia found = effective_inertia(j);
  CHECK(std::memcmp(&found, &j, sizeof(j)) == 0);
}

TEST_CASE("a turned tensor is R J R^T, and a quarter turn exchanges axes") {
  Inertia j = brick(2, 0.3, 0.2, 0.1);
  j.xy = 1e-3, j.xz = 2e-3, j.yz = -5e-4;
  for (const std::array<double, 3> turn :
       {std::array<double, 3>{0, 0, M_PI / 2}, {0.3, -0.2, 0.7}, {1e-9, 0, 0}, {-3, 1, 2}}) {
    j.turn_rad = turn;
    const Eigen::Vector3d v(turn[0], turn[1], turn[2]);
    const Eigen::Matrix3d r = Eigen::AngleAxisd(v.norm(), v.normalized()).toRotationMatrix();
    const Eigen::Matrix3d wanted = r * matrix_of(j) * r.transpose();
    // A few roundings of numbers of the size of the trace.
    CHECK((matrix_of(effective_inertia(j)) - wanted).cwiseAbs().maxCoeff() < 1e-16);
  }
  Inertia plain = brick(2, 0.3, 0.2, 0.1);
  plain.turn_rad = {0, 0, M_PI / 2};
  CHECK(effective_inertia(plain).xx == Approx(plain.yy).epsilon(1e-14));
}

TEST_CASE("points of mass, stretched and turned one by one, have the tensor of the formula") {
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  Inertia j, wanted;
  j.xx = j.yy = j.zz = 0;
  j.stretch = {1.3, 0.7, 1.1};
  j.turn_rad = {0.4, -0.9, 0.2};
  const Eigen::Vector3d v(0.4, -0.9, 0.2);
  const Eigen::Matrix3d r = Eigen::AngleAxisd(v.norm(), v.normalized()).toRotationMatrix();
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero(), moved = sum;
  for (int i = 0; i < 20; ++i) {
    Eigen::Vector3d p;
    for (int k = 0; k < 3; ++k) p[k] = normal(generator);
    const Eigen::Vector3d q = r * Eigen::Vector3d(1.3 * p[0], 0.7 * p[1], 1.1 * p[2]);
    sum += p.squaredNorm() * Eigen::Matrix3d::Identity() - p * p.transpose();
    moved += q.squaredNorm() * Eigen::Matrix3d::Identity() - q * q.transpose();
  }
  j.xx = sum(0, 0), j.yy = sum(1, 1), j.zz = sum(2, 2);
  j.xy = sum(0, 1), j.xz = sum(0, 2), j.yz = sum(1, 2);
  CHECK((matrix_of(effective_inertia(j)) - moved).cwiseAbs().maxCoeff() < 1e-13 * moved.trace());
}

TEST_CASE("whatever the stretch and the turn, the tensor is that of a body") {
  std::mt19937_64 generator(6);
  std::uniform_real_distribution<double> stretch(-3, 3), turn(-3, 3);
  for (int i = 0; i < 10000; ++i) {
    Inertia j = brick(1, 0.4, 0.4, 0.05);
    for (double& s : j.stretch) s = std::pow(10.0, stretch(generator));
    for (double& t : j.turn_rad) t = turn(generator);
    const Inertia found = effective_inertia(j);
    REQUIRE(is_positive_definite(found));
    REQUIRE(obeys_triangle_inequality(found));
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix_of(found));
    const Eigen::Vector3d m = solver.eigenvalues();
    REQUIRE(m[0] > 0);
    REQUIRE(m[0] + m[1] >= m[2] * (1 - 1e-12));
  }
}

TEST_CASE("a tensor has products by its own or by a turn, also of numbers that are not known") {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const Inertia plain = brick(1, 0.4, 0.3, 0.05);
  const auto has = [&](double Inertia::*own, double value) {
    Inertia j = plain;
    j.*own = value;
    return has_products(j);
  };
  CHECK(!has_products(plain));
  for (double Inertia::*own : {&Inertia::xy, &Inertia::xz, &Inertia::yz}) {
    CHECK(has(own, 1e-5));
    CHECK(has(own, unknown));
  }
  for (double Inertia::*own : {&Inertia::xx, &Inertia::yy, &Inertia::zz}) CHECK(!has(own, unknown));
  for (std::size_t k = 0; k < 3; ++k) {
    Inertia stretched = plain, turned = plain, turned_somehow = plain;
    stretched.stretch[k] = unknown;
    CHECK(!has_products(stretched));
    stretched.xx = unknown;
    CHECK(!has_products(stretched));
    turned.turn_rad[k] = 0.3;
    CHECK(has_products(turned));
    turned.yy = unknown;
    CHECK(has_products(turned));
    turned_somehow.turn_rad[k] = unknown;
    CHECK(has_products(turned_somehow));
  }
}

}  // namespace
}  // namespace montecopter
