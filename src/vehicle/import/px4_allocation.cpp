#include "vehicle/import/px4_allocation.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "core/numerics/decompositions.hpp"

namespace montecopter {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double negligible = 1e-3;  // PX4 treats smaller elements as zero
constexpr Eigen::Index roll = 0, pitch = 1, yaw = 2, down = 5;

/// Moments and forces per motor, the rows in PX4's order.
MatrixXd effectiveness(const std::vector<Px4Rotor>& rotors) {
  MatrixXd B(6, std::ssize(rotors));
  for (Eigen::Index k = 0; k < B.cols(); ++k) {
    const Px4Rotor& r = rotors[static_cast<std::size_t>(k)];
    const Eigen::Vector3d moment = r.position_m.cross(r.axis) - r.moment_ratio_m * r.axis;
    B.col(k) << r.thrust_coefficient * moment, r.thrust_coefficient * r.axis;
  }
  return B;
}

/// PX4's scale sqrt(|m|^2 / (n / 2)) of the n participating motors, as if one half pushed up and
/// the other down. 1 if none participates.
double torque_scale(const VectorXd& motors) {
  const auto count = static_cast<double>((motors.array().abs() > negligible).count());
  return count > 0 ? std::sqrt(motors.squaredNorm() / (count / 2)) : 1.0;
}

double mean_magnitude(const VectorXd& motors) {
  // A motor below PX4's FLT_EPSILON, rounded, does not participate.
  const auto count = static_cast<double>((motors.array().abs() > 1e-7).count());
  return count > 0 ? motors.cwiseAbs().sum() / count : 1.0;
}

/// Motor commands for one normalised unit of an axis.
VectorXd normalised(const VectorXd& motors, double scale) {
  const VectorXd m = motors / scale;
  return (m.array().abs() < negligible).select(VectorXd::Zero(m.size()), m);
}

}  // namespace

std::optional<Px4Scale> px4_scale(const std::vector<Px4Rotor>& rotors, std::string_view& missing) {
  const MatrixXd B = effectiveness(rotors);
  const MatrixXd mix = least_squares(B, MatrixXd(MatrixXd::Identity(6, 6)));
  const double tilt = std::fmax(torque_scale(mix.col(roll)), torque_scale(mix.col(pitch)));
  const struct {
    Eigen::Index axis;
    double scale;
    std::string_view name;
  } wanted[] = {{roll, tilt, "roll"},
                {pitch, tilt, "pitch"},
                {yaw, mix.col(yaw).maxCoeff(), "yaw"},
                {down, mean_magnitude(mix.col(down)), "thrust"}};
  Px4Scale found;
  for (const auto& [axis, scale, name] : wanted) {
    const double amount = scale > 0 ? B.row(axis).dot(normalised(mix.col(axis), scale)) : 0;
    // A smaller amount is rounding: the rotors do not have this axis.
    if (!(amount > 1e-9) || !std::isfinite(amount)) {
      missing = name;
      return std::nullopt;
    }
    axis == down ? found.thrust = amount : found.moment[axis] = amount;
  }
  return found;
}

}  // namespace montecopter
