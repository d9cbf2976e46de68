/// The updates of the error-state Kalman filter against Eigen's matrices, finite differences and
/// other ways to the same number.

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "dynamics/estimators/ekf_matrices.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

TEST_CASE("scalar updates one after another are the update by the matrix inverse") {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix P = some_covariance(random);
    Eigen::Matrix<double, 3, 15> H;
    Eigen::Vector3d r, y;
    EkfState<double> e{from_eigen(P), {}};
    double nis = 0;
    for (int i = 0; i < 3; ++i) {
      EkfVector<double> h;
      for (int k = 0; k < 15; ++k) h[static_cast<std::size_t>(k)] = H(i, k) = normal(random);
      r[i] = 0.1 + std::fabs(normal(random)), y[i] = normal(random);
      nis += update(h, y[i], r[i], 1.0, e);
    }
    const Eigen::Matrix3d S = H * P * H.transpose() + Eigen::Matrix3d(r.asDiagonal());
    const Eigen::Matrix<double, 15, 3> K = P * H.transpose() * S.inverse();
    const Matrix I_KH = Matrix::Identity() - K * H;
    const Matrix joseph = I_KH * P * I_KH.transpose() + K * r.asDiagonal() * K.transpose();
    CHECK(distance(to_eigen(e.P), joseph) < 1e-9);  // rounding, by the condition of P
    const Vector mean = K * y;
    for (int k = 0; k < 15; ++k)
      CHECK(e.mean[static_cast<std::size_t>(k)] == Approx(mean[k]).margin(1e-9));
    CHECK(nis == Approx(y.dot(S.inverse() * y)));
  }
}

TEST_CASE("an update that is not there changes nothing, NaN or not") {
  std::mt19937 random(6);
  EkfMatrix<double> P = from_eigen(some_covariance(random));
  mirror(P);  // Eigen's halves differ by rounding
  EkfState<double> e{P, {}};
  EkfVector<double> h{};
  h[3] = 1;
  CHECK(update(h, std::nan(""), 1.0, 0.0, e) == 0);
  for (std::size_t i = 0; i < 15; ++i) {
    CHECK(e.mean[i] == 0);
    for (std::size_t k = 0; k < 15; ++k) CHECK(e.P[i][k] == P[i][k]);
  }
}

TEST_CASE("e P^-1 e is that of Eigen") {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const Matrix P = some_covariance(random);
  Vector e;
  EkfVector<double> same{};
  for (int k = 0; k < 15; ++k) same[static_cast<std::size_t>(k)] = e[k] = normal(random);
  EkfMatrix<double> work = from_eigen(P);
  CHECK(normalised_square(work, same) == Approx(e.dot(P.ldlt().solve(e))).epsilon(1e-11));
}

TEST_CASE("rows of H are the derivatives of what is measured") {
  const Estimate<double> x = {{1, 2, 3},
                              {0.5, -1, 2},
                              normalised<double>({0.9, 0.1, -0.3, 0.2}),
                              {0.1, 0.2, 0.3},
                              {0.01, -0.02, 0.03}};
  const ImuReading<double> last = {{0.1, 0.3, -9}, {0.7, -0.4, 1.1}};
  const Vec3<double> antenna = {0.2, -0.1, -0.3}, field = {2e-5, 1e-6, 4e-5};
  const Matrix3<double> axes = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  // An update whose variance is far below that of one state tells that state's element of H: the
  // gain is 1 / h. One state at a time is uncertain.
  enum Kind { position, velocity, direction, late_direction };
  const auto measured = [&](Kind kind, const Estimate<double>& y) -> Vec3<double> {
    const Rotation<double> R(y.attitude);
    const Vec3<double> rate = last.body_rate - y.gyroscope_bias;
    const Rotation<double> then(turned(y.attitude, -0.1 * rate));  // 0.1 s ago
    const Vec3<double> acceleration =
        R * (last.specific_force - y.accelerometer_bias) + Vec3<double>{0, 0, 9.81};
    switch (kind) {
      case position:
        return fnma(0.1, y.velocity, fma(0.005, acceleration, y.position + then * antenna));
      case velocity:
        return fnma(0.1, acceleration, y.velocity + then * cross(rate, antenna));
      case direction:
        return axes * R.inverse(field);
      case late_direction:
        return axes * then.inverse(field);
    }
    return {};
  };
  for (const Kind kind : {position, velocity, direction, late_direction}) {
    for (int state = 0; state < 15; ++state) {
      EkfState<double> e{};
      const double size = 1e-6, sd = 1e-3;
      e.P[static_cast<std::size_t>(state)][static_cast<std::size_t>(state)] = sd * sd;
      Estimate<double> truth = x;
      EkfState<double> shift{};
      shift.mean[static_cast<std::size_t>(state)] = size;
      inject(shift, truth);
      const Vec3<double> reading = measured(kind, truth), before = measured(kind, x);
      const Vec3<double> change = reading - before;
      const bool is_direction = kind == direction || kind == late_direction;
      if (std::sqrt(dot(change, change)) < 1e-3 * size * (is_direction ? 1e-5 : 1)) continue;
      Estimate<double> found = x;
      Innovations<double> sums{0, 0};
      const double r = is_direction ? 1e-30 : 1e-20;
      const Vec3<double> variance = {r, r, r};
      const PredictedMotion<double> m(x, last, 9.81, 0.1);
      const Vec3<double> arm = after_turn(antenna, 0.1 * m.w_WB_B);
      if (kind == position) fuse_position(reading, arm, m, variance, 1.0, found, e, sums);
      if (kind == velocity) fuse_velocity(reading, arm, m, variance, 1.0, found, e, sums);
      if (kind == direction) {
        fuse_direction(reading, axes, field, 0.0, variance, 1.0, found, e, sums);
      }
      if (kind == late_direction) {
        const Matrix3<double> then = axes_before(axes, 0.1 * m.w_WB_B);
        fuse_direction(reading, then, field, 0.1, variance, 1.0, found, e, sums);
      }
      const auto error = error_of(found, truth);
      const double left = std::sqrt(
          dot(error.position, error.position) + dot(error.velocity, error.velocity) +
          dot(error.attitude, error.attitude) + dot(error.gyroscope_bias, error.gyroscope_bias) +
          dot(error.accelerometer_bias, error.accelerometer_bias));
      INFO(kind << " " << state);
      // What the bias does in the time of the delay is turned by all of the turn, not half of it.
      const double turned_by = kind != direction && state >= ekf_gyroscope ? 0.1 : 0;
      CHECK(left < (1e-3 + turned_by) *
                       size);  // the second order is 1e-6 of it; the variance r 1e-8 or less
    }
  }
}

TEST_CASE("lanes are filtered like samples alone, to the bit") {
  using Lanes4 = FourDoubles;
  std::mt19937 random(9);
  const EkfMatrix<double> start = from_eigen(some_covariance(random));
  EkfState<Lanes4> lanes;
  for (std::size_t i = 0; i < 15; ++i) {
    lanes.mean[i] = Lanes4(0.0);
    for (std::size_t k = 0; k < 15; ++k) lanes.P[i][k] = Lanes4(start[i][k]);
  }
  const double seen[4] = {0.1, -3, 0.5, 2}, there[4] = {1, 0, 1, 1}, dt[4] = {0.01, 0, 0.02, 0.01};
  const auto run = [&]<class S>(const S& y, const S& has, const S& time, EkfState<S>& e) {
    const S a(0.1), b(-0.2), c(-9.0), zero(0.0), one(1.0);
    const Symmetric3<S> n = {S(1e-4), S(2e-4), S(3e-4), S(1e-5), zero, zero};
    Estimate<S> x{{y, a, b}, {a, b, y}, normalised<S>({one, a, b, a}), {a, a, a}, {b, b, b}};
    propagate(ErrorStep<S>(x.attitude, {a, b, c}, {b, a, b}, time), {n, n, n, n}, e.P);
    Innovations<S> sums{zero, zero};
    const PredictedMotion<S> m(x, {{a, b, c}, {b, a, b}}, S(9.81), a);
    fuse_position<S>({y, y, y}, {a, b, a}, m, {one, one, one}, has, x, e, sums);
    EkfVector<S> v = e.mean;
    v[2] = y;
    EkfMatrix<S> work = e.P;
    return sums.squares + normalised_square(work, v) + x.attitude.y + x.gyroscope_bias.z;
  };
  const Lanes4 together = run(Lanes4::load(seen), Lanes4::load(there), Lanes4::load(dt), lanes);
  for (int lane = 0; lane < 4; ++lane) {
    EkfState<double> alone{start, {}};
    CHECK(run(seen[lane], there[lane], dt[lane], alone) == together.lane(lane));
  }
}

}  // namespace
}  // namespace montecopter
