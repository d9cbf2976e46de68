#include "dynamics/linear/commanded_model.hpp"

#include <cmath>

#include "core/numerics/fixed_order.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/linear/allocated_trim.hpp"
#include "dynamics/linear/helicopter_trim.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
/// Distance from these commands to the nearer limits.
Vector margin_of(const RotorAllocation& a, const Vector& commands) {
  Vector margin(commands.size());
  for (Eigen::Index i = 0; i < commands.size(); ++i) {
    const AllocatedRotor<double>& r = a.rotor[static_cast<std::size_t>(i)];
    margin[i] =
        std::fmin(commands[i] - command_for(r, r.low), command_for(r, r.high) - commands[i]);
  }
  return margin;
}

/// Slopes of commands_of(): df/du = slope + 2 curvature |u|.
Matrix slopes_of(const RotorAllocation& a, const Vector& commands) {
  Matrix slopes(commands.size(), 4);
  for (Eigen::Index i = 0; i < commands.size(); ++i) {
    const AllocatedRotor<double>& r = a.rotor[static_cast<std::size_t>(i)];
    const double steep = std::fma(2 * r.curvature, std::fabs(commands[i]), r.slope);
    slopes.row(i) << r.per_thrust / steep, r.per_roll / steep, r.per_pitch / steep,
        r.per_yaw / steep;
  }
  return slopes;
}

std::optional<CommandedModel> model_of(const Multirotor& vehicle, const CalmAir& air,
                                       std::optional<double>) {
  const MultirotorModel model(vehicle, air);
  const RotorAllocation allocation = fold_allocation(vehicle, air.density_kg_m3);
  const auto found = allocated_trim(model, allocation);
  if (!found) return std::nullopt;
  const MultirotorTrim& trim = found->trim;
  const Wrench<double>& wrench = found->wrench;
  CommandedModel commanded;
  commanded.vehicle = linear_model(model, trim);
  commanded.hover =
      Eigen::Vector4d(wrench.thrust, wrench.moment.x, wrench.moment.y, wrench.moment.z);
  commanded.allocation = slopes_of(allocation, trim.commands);
  commanded.margin = margin_of(allocation, trim.commands);
  commanded.lag_order = static_cast<int>((model.states() - rigid_body_size) / model.rotors());
  return commanded;
}

std::optional<CommandedModel> model_of(const Helicopter& vehicle, const CalmAir& air,
                                       std::optional<double> rotor_speed_rad_s) {
  const double speed =
      rotor_speed_rad_s.value_or(vehicle.operating_points.first_hover.rotor_speed_rad_s);
  const std::optional<HelicopterTrim> trim = helicopter_trim(vehicle, air, speed);
  if (!trim) return std::nullopt;
  CommandedModel commanded;
  commanded.vehicle = linear_model(vehicle, air, *trim);
  commanded.hover = commanded.vehicle.trim.commands;
  commanded.allocation = Matrix::Identity(commanded.hover.size(), commanded.hover.size());
  commanded.rotor_speed_rad_s = speed;
  commanded.lag_order = 1;
  if (vehicle.main_rotor.flapping) commanded.unmeasured = int{flapping_states.size()};
  return commanded;
}

}  // namespace

std::optional<CommandedModel> commanded_model(const Vehicle& vehicle, const CalmAir& air,
                                              std::optional<double> rotor_speed_rad_s) {
  auto model =
      std::visit([&](const auto& v) { return model_of(v, air, rotor_speed_rad_s); }, vehicle);
  if (!model) return std::nullopt;
  for (int k = 0; k < 4; ++k)
    model->attitude[static_cast<std::size_t>(k)] = model->vehicle.trim.state[6 + k];
  return model;
}

Matrix axes_of_commands(const Matrix& allocation) {
  const Vector size = allocation.cwiseAbs().colwise().maxCoeff();
  const Matrix T = allocation * size.cwiseInverse().asDiagonal();  // N and N m differ in size
  const auto found = fixed_order::solve(fixed_order::product(T.transpose(), T), T.transpose());
  if (!found) return Matrix::Zero(T.cols(), T.rows());  // no closed loop has such rotors
  return size.cwiseInverse().asDiagonal() * *found;
}

namespace {

/// A model whose last states have settled: from 0 = A_21 x + A_22 y + B_2 u, x' = (A_11 - A_12
/// A_22^-1 A_21) x + (B_1 - A_12 A_22^-1 B_2) u. They are left out if A_22 is singular.
void settle_last(Eigen::Index last, Matrix& A, Matrix& B) {
  const Eigen::Index first = A.rows() - last, inputs = B.cols();
  Matrix by(last, first + inputs);
  by << A.bottomLeftCorner(last, first), B.bottomRows(last);
  const Matrix settled = fixed_order::solve(A.bottomRightCorner(last, last), by)
                             .value_or(Matrix::Zero(last, by.cols()));
  const Matrix effect = fixed_order::product(A.topRightCorner(first, last), settled);
  const Matrix left = A.topLeftCorner(first, first) - effect.leftCols(first);
  const Matrix right = B.topRows(first) - effect.rightCols(inputs);
  A = left, B = right;
}

}  // namespace

KnownPart known_part(const CommandedModel& model) {
  Matrix A = model.vehicle.A, B = model.vehicle.B;
  const Matrix& T = model.allocation;
  if (model.unmeasured > 0) settle_last(model.unmeasured, A, B);
  const Eigen::Index lags = model.lag_order, all = B.cols(), few = T.cols();
  KnownPart part;
  part.measured = A.rows() - lags * all;
  const Eigen::Index seen = part.measured;
  part.lag_A = Matrix::Zero(lags, lags);
  part.lag_B = Vector::Zero(lags);
  for (Eigen::Index p = 0; p < lags; ++p) {
    for (Eigen::Index i = 0; i < all; ++i) {
      const Eigen::Index row = seen + p * all + i;
      part.lag_B[p] += B(row, i) / static_cast<double>(all);
      for (Eigen::Index q = 0; q < lags; ++q) {
        part.lag_A(p, q) += A(row, seen + q * all + i) / static_cast<double>(all);
      }
    }
  }
  const Eigen::Index n = seen + lags * few;
  part.A = Matrix::Zero(n, n);
  part.B = Matrix::Zero(n, few);
  part.A.topLeftCorner(seen, seen) = A.topLeftCorner(seen, seen);
  part.B.topRows(seen) = fixed_order::product(B.topRows(seen), T);
  for (Eigen::Index q = 0; q < lags; ++q) {
    part.A.block(0, seen + q * few, seen, few) =
        fixed_order::product(A.block(0, seen + q * all, seen, all), T);
    for (Eigen::Index p = 0; p < lags; ++p) {
      for (Eigen::Index i = 0; i < few; ++i) {
        part.A(seen + p * few + i, seen + q * few + i) = part.lag_A(p, q);
      }
    }
    for (Eigen::Index i = 0; i < few; ++i) part.B(seen + q * few + i, i) = part.lag_B[q];
  }
  return part;
}

}  // namespace montecopter
