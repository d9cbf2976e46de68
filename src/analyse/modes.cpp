#include "analyse/modes.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace montecopter {
namespace {

using Flying = VehicleModel::State;

/// Position, velocity, rotation vector, body rate: one component less than the quaternion has.
constexpr int body_size = 12;

/// x (+) d: the rotation vector turns the attitude in body axes.
Flying moved(const VehicleModel& model, Flying x, const Eigen::VectorXd& d) {
  for (int k = 0; k < 6; ++k) x.x[k] += d[k];
  const Eigen::Quaterniond q(x.x[6], x.x[7], x.x[8], x.x[9]);
  const Eigen::Vector3d turn = d.segment<3>(6);
  const double angle = turn.norm();
  const Eigen::Quaterniond by(
      angle > 0 ? Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d(turn / angle)))
                : Eigen::Quaterniond::Identity());
  const Eigen::Quaterniond r = q * by;
  x.set_attitude({r.w(), r.x(), r.y(), r.z()});
  for (int k = 0; k < 3; ++k) x.x[10 + k] += d[9 + k];
  for (int k = rigid_body_size; k < model.states(); ++k) x.x[k] += d[k - 1];
  return x;
}

/// Rates of the same components: at zero body rate the rotation vector changes with it.
Eigen::VectorXd rates(const VehicleModel& model, const Flying& x, const Eigen::VectorXd& commands) {
  const Flying rate = model.rates(x, commands);
  Eigen::VectorXd r(model.states() - 1);
  for (int k = 0; k < 6; ++k) r[k] = rate.x[k];
  for (int k = 0; k < 3; ++k) r[6 + k] = x.x[10 + k], r[9 + k] = rate.x[10 + k];
  for (int k = rigid_body_size; k < model.states(); ++k) r[k - 1] = rate.x[k];
  return r;
}

}  // namespace

std::vector<std::complex<double>> modes(const VehicleModel& model, const Trim& trim) {
  const Flying at =
      model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, Eigen::Vector3d::Zero());
  const int n = model.states() - 1;
  Eigen::MatrixXd slope(n, n);
  for (int k = 0; k < n; ++k) {
    const double size = k < body_size ? 1.0 : std::max(1.0, std::fabs(at.x[k + 1]));
    Eigen::VectorXd d = Eigen::VectorXd::Zero(n);
    d[k] = 1e-6 * size;
    slope.col(k) = (rates(model, moved(model, at, d), trim.commands) -
                    rates(model, moved(model, at, -d), trim.commands)) /
                   (2 * d[k]);
  }
  const Eigen::VectorXcd values = Eigen::EigenSolver<Eigen::MatrixXd>(slope, false).eigenvalues();
  std::vector<std::complex<double>> sorted(values.data(), values.data() + values.size());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
  });
  return sorted;
}

}  // namespace montecopter
