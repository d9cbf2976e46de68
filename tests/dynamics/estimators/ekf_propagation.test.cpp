/// The propagation of the error-state Kalman filter against the matrix exponential and Riccati's
/// equation.

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <unsupported/Eigen/MatrixFunctions>

#include "dynamics/estimators/ekf_matrices.hpp"
#include "support/four_lanes.hpp"

namespace montecopter {
namespace {

Eigen::Matrix3d skew(const Eigen::Vector3d& a) {
  Eigen::Matrix3d m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
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

}  // namespace
}  // namespace montecopter
