#include "analyse/modes.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace montecopter {
namespace {

/// Position, velocity, rotation vector, body rate: one component less than the quaternion has.
constexpr int body_size = 12;

/// x (+) d: the rotation vector turns the attitude in body axes.
Eigen::VectorXd moved(Eigen::VectorXd x, const Eigen::VectorXd& d) {
  x.head<6>() += d.head<6>();
  const Eigen::Quaterniond q(x[6], x[7], x[8], x[9]);
  const Eigen::Vector3d turn = d.segment<3>(6);
  const double angle = turn.norm();
  const Eigen::Quaterniond by(
      angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d(turn / angle)))
                : Eigen::Quaterniond::Identity());
  const Eigen::Quaterniond r = q * by;
  x.segment<4>(6) = Eigen::Vector4d(r.w(), r.x(), r.y(), r.z());
  x.tail(x.size() - 10) += d.tail(d.size() - 9);
  return x;
}

/// Rates of the same components: at zero body rate the rotation vector changes with it.
Eigen::VectorXd slopes(const Eigen::VectorXd& x, const StateRates& rates) {
  const Eigen::VectorXd rate = rates(x);
  Eigen::VectorXd r(x.size() - 1);
  r << rate.head<6>(), x.segment<3>(10), rate.tail(x.size() - 10);
  return r;
}

}  // namespace

std::vector<std::complex<double>> modes(const Eigen::VectorXd& at, const StateRates& rates) {
  const Eigen::Index n = at.size() - 1;
  Eigen::MatrixXd slope(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double size = k < body_size ? 1.0 : std::max(1.0, std::fabs(at[k + 1]));
    Eigen::VectorXd d = Eigen::VectorXd::Zero(n);
    d[k] = 1e-6 * size;
    slope.col(k) = (slopes(moved(at, d), rates) - slopes(moved(at, -d), rates)) / (2 * d[k]);
  }
  const Eigen::VectorXcd values = Eigen::EigenSolver<Eigen::MatrixXd>(slope, false).eigenvalues();
  std::vector<std::complex<double>> sorted(values.data(), values.data() + values.size());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
  });
  return sorted;
}

}  // namespace montecopter
