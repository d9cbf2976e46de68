/// The error-state Kalman filter against Eigen's matrices, closed forms and other ways to the same
/// number.

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <unsupported/Eigen/MatrixFunctions>

#include "dynamics/estimators/ekf_updates.hpp"
#include "dynamics/four_lanes.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::Matrix<double, 15, 15>;
using Vector = Eigen::Matrix<double, 15, 1>;

Matrix to_eigen(const EkfMatrix<double>& P) {
  Matrix m;
  for (int i = 0; i < 15; ++i) {
    for (int k = 0; k < 15; ++k)
      m(i, k) = P[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
  }
  return m;
}
EkfMatrix<double> from_eigen(const Matrix& m) {
  EkfMatrix<double> P;
  for (int i = 0; i < 15; ++i) {
    for (int k = 0; k < 15; ++k)
      P[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = m(i, k);
  }
  return P;
}

Eigen::Matrix3d skew(const Eigen::Vector3d& a) {
  Eigen::Matrix3d m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

Symmetric3<double> isotropic(double x) { return {x, x, x, 0, 0, 0}; }

/// Any covariance of full rank.
Matrix some_covariance(std::mt19937& random) {
  std::normal_distribution<double> normal;
  Matrix A;
  for (int i = 0; i < 15; ++i) {
    for (int k = 0; k < 15; ++k) A(i, k) = normal(random);
  }
  return A * A.transpose() + Matrix::Identity();
}

/// The continuous error dynamics, Sola eq. 238 with body angular errors, and its noise.
struct Continuous {
  Matrix A = Matrix::Zero(), Q = Matrix::Zero();
};
Continuous continuous(const Eigen::Quaterniond& q, const Eigen::Vector3d& f,
                      const Eigen::Vector3d& w) {
  const Eigen::Matrix3d R = q.toRotationMatrix();
  Continuous c;
  c.A.block<3, 3>(0, 3) = Eigen::Matrix3d::Identity();
  c.A.block<3, 3>(3, 6) = -R * skew(f);
  c.A.block<3, 3>(3, 9) = -R;
  c.A.block<3, 3>(6, 6) = -skew(w);
  c.A.block<3, 3>(6, 12) = -Eigen::Matrix3d::Identity();
  c.Q.block<3, 3>(3, 3) = 4e-4 * Eigen::Matrix3d::Identity();
  c.Q.block<3, 3>(6, 6) = 9e-6 * Eigen::Matrix3d::Identity();
  c.Q.block<3, 3>(9, 9) = 1e-6 * Eigen::Matrix3d::Identity();
  c.Q.block<3, 3>(12, 12) = 4e-8 * Eigen::Matrix3d::Identity();
  return c;
}
EkfNoise<double> same_noise() {
  return {isotropic(4e-4), isotropic(9e-6), isotropic(1e-6), isotropic(4e-8)};
}

/// exp(A T) P exp(A T)^T and the integral of exp(A s) Q exp(A s)^T, by Van Loan's block exponential
/// (IEEE Trans. Automatic Control 23 (1978) 395).
Matrix exactly(const Continuous& c, const Matrix& P, double time) {
  Eigen::Matrix<double, 30, 30> block = Eigen::Matrix<double, 30, 30>::Zero();
  block.topLeftCorner<15, 15>() = -c.A * time;
  block.topRightCorner<15, 15>() = c.Q * time;
  block.bottomRightCorner<15, 15>() = c.A.transpose() * time;
  const Eigen::Matrix<double, 30, 30> e = block.exp();
  const Matrix F = e.bottomRightCorner<15, 15>().transpose();
  return F * P * F.transpose() + F * e.topRightCorner<15, 15>();
}

double distance(const Matrix& a, const Matrix& b) {
  const Vector scale = b.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (a - b) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

TEST_CASE("at rest the covariance is propagated as the matrix exponential does it") {
  std::mt19937 random(3);
  const Matrix start = 0.1 * some_covariance(random);
  const Eigen::Quaterniond q = Eigen::Quaterniond(0.9, 0.1, -0.3, 0.2).normalized();
  const Eigen::Vector3d f = q.inverse() * Eigen::Vector3d(0, 0, -9.81);
  const Continuous c = continuous(q, f, {0, 0, 0});
  const Matrix truth = exactly(c, start, 2.0);
  const auto after = [&](int steps) {
    EkfMatrix<double> P = from_eigen(start);
    const ErrorStep<double> step({q.w(), q.x(), q.y(), q.z()}, {f.x(), f.y(), f.z()}, {0, 0, 0},
                                 2.0 / steps);
    for (int n = 0; n < steps; ++n) propagate(step, same_noise(), P);
    return distance(to_eigen(P), truth);
  };
  // Of second order in the step but for what the walk of a bias does to the attitude within one:
  // 4e-8 / 9e-6 of the attitude's own noise times dt.
  INFO(after(200) << " " << after(400) << " " << after(2000));
  CHECK(after(200) < 1e-4);
  CHECK(after(200) / after(400) == Approx(4).epsilon(0.2));
}

TEST_CASE("under rotation the covariance converges to the matrix exponential") {
  std::mt19937 random(4);
  const Matrix start = 0.1 * some_covariance(random);
  const Eigen::Vector3d w(0.5, -0.3, 0.9), f(0.3, -0.2, -9);
  Eigen::Quaterniond q = Eigen::Quaterniond(0.9, 0.1, -0.3, 0.2).normalized();
  const auto after = [&](int steps) {
    const double dt = 1.0 / steps;
    EkfMatrix<double> P = from_eigen(start);
    Quat<double> turning = {q.w(), q.x(), q.y(), q.z()};
    for (int n = 0; n < steps; ++n) {
      propagate(ErrorStep<double>(turning, {f.x(), f.y(), f.z()}, {w.x(), w.y(), w.z()}, dt),
                same_noise(), P);
      turning = turned<double>(turning, dt * Vec3<double>{w.x(), w.y(), w.z()});
    }
    return to_eigen(P);
  };
  // The truth by many small exponentials, each at the attitude of its middle: its own error is of
  // second order, 1e-8 with 20000.
  Matrix truth = start;
  const int fine = 4000;
  for (int n = 0; n < fine; ++n) {
    const double dt = 1.0 / fine;
    const auto there = [&](double time) {
      const Eigen::Vector3d turn = w * time;
      return q * Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
    };
    const Continuous c = continuous(there((n + 0.5) * dt), f, w);
    const Matrix F = Matrix::Identity() + c.A * dt + c.A * c.A * (dt * dt / 2);
    truth = F * truth * F.transpose() + c.Q * dt;
  }
  const double coarse = distance(after(100), truth), finer = distance(after(200), truth);
  INFO(coarse << " " << finer);
  CHECK(finer < 0.01);  // the attitude at the start of a step stands for all of it: first order
  CHECK(coarse / finer == Approx(2).epsilon(0.2));
}

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

TEST_CASE("GNSS on one axis: the covariance settles where Riccati's equation of two states does") {
  // Position measured every T with variance r, white acceleration of density q. The steady state of
  // x = (p, v), by P. R. Kalata, "The tracking index", IEEE Trans. AES 20 (1984) 174, for white
  // noise of the acceleration: with the process noise integrated, the filtered covariance solves
  // P = (F P F^T + Q)(1 - K H); found here by iterating 2 x 2 numbers in long double.
  const double T = 0.1, r = 0.25, q = 4e-4;
  long double pp = 1, pv = 0, vv = 1;
  for (int n = 0; n < 20000; ++n) {
    long double a = pp + 2 * T * pv + T * T * vv + static_cast<long double>(q) * T * T * T / 3;
    long double b = pv + T * vv + static_cast<long double>(q) * T * T / 2;
    long double c = vv + static_cast<long double>(q) * T;
    const long double s = a + r;
    pp = a - a * a / s, pv = b - a * b / s, vv = c - b * b / s;
  }
  // Closed form of the slow limit, the continuous filter (Kalman and Bucy 1961, example 2) with the
  // density r T: pp = sqrt(2) q^(1/4) (rT)^(3/4), pv = sqrt(q r T), vv = sqrt(2) q^(3/4)
  // (rT)^(1/4).
  const double d = r * T;
  CHECK(static_cast<double>(pp) ==
        Approx(std::sqrt(2.0) * std::pow(q, 0.25) * std::pow(d, 0.75)).epsilon(0.05));
  CHECK(static_cast<double>(vv) ==
        Approx(std::sqrt(2.0) * std::pow(q, 0.75) * std::pow(d, 0.25)).epsilon(0.05));

  EkfState<double> e{};
  for (std::size_t i = 0; i < 6; ++i) e.P[i][i] = 1;  // attitude and biases are known
  Estimate<double> x{{0, 0, 0}, {0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  Innovations<double> sums{0, 0};
  const EkfNoise<double> noise = {isotropic(q), isotropic(0), isotropic(0), isotropic(0)};
  const ErrorStep<double> step(x.attitude, {0, 0, -9.81}, {0, 0, 0}, T / 4);
  for (int n = 0; n < 2000; ++n) {
    for (int k = 0; k < 4; ++k) propagate(step, noise, e.P);
    const PredictedMotion<double> m(x, {{0, 0, -9.81}, {0, 0, 0}}, 9.81, 0.0);
    fuse_position<double>({0, 0, 0}, {0, 0, 0}, m, {r, r, r}, 1.0, x, e, sums);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(e.P[i][i] == Approx(static_cast<double>(pp)).epsilon(1e-10));
    CHECK(e.P[i][i + 3] == Approx(static_cast<double>(pv)).epsilon(1e-10));
    CHECK(e.P[i + 3][i + 3] == Approx(static_cast<double>(vv)).epsilon(1e-10));
  }
}

TEST_CASE("navigation of a circle: the error is of second order in the period") {
  // A point on a circle, nose along track: f = (0, -v w, -g), omega = (0, 0, w).
  const double w = 2, radius = 1.5, g = 9.81, end = 3;
  const auto error = [&](int steps) {
    Estimate<double> x{{radius, 0, 0},
                       {0, radius * w, 0},
                       {std::sqrt(0.5), 0, 0, std::sqrt(0.5)},
                       {0.1, 0, 0},
                       {0, 0.2, 0}};
    const ImuReading<double> reading = {{0.1, radius * w * w, -g}, {0, 0.2, w}};
    for (int n = 0; n < steps; ++n) navigate(reading, reading, g, end / steps, x);
    return std::hypot(x.position.x - radius * std::cos(w * end),
                      x.position.y - radius * std::sin(w * end));
  };
  CHECK(error(3000) < 4e-6);  // dt^2 w^2 / 12 of a path of 9 m is 3e-6
  CHECK(error(300) / error(600) == Approx(4).epsilon(0.02));
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
