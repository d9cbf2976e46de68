#include "vehicle/stability/disturbance.hpp"

#include <cmath>

#include "core/numerics/fixed_order.hpp"
#include "dynamics/linear/control_authority.hpp"
#include "dynamics/linear/multirotor_model.hpp"
#include "dynamics/linear/sampled_model.hpp"

namespace montecopter {
namespace {

using fixed_order::product;
using Matrix = Eigen::MatrixXd;

MultirotorModel::State at_hover(const CommandedModel& hover, const Eigen::Vector3d& velocity) {
  MultirotorModel::State state{};
  const Eigen::VectorXd& trim = hover.vehicle.trim.state;
  Eigen::VectorXd::Map(state.x.data(), trim.size()) = trim;
  state.set_velocity({velocity.x(), velocity.y(), velocity.z()});
  return state;
}

}  // namespace

Matrix push_of_moments(const Multirotor& vehicle) {
  Matrix pushes = Matrix::Zero(6, 2);
  pushes.block(3, 0, 3, 1) = angular_acceleration(vehicle, {1, 0, 0});
  pushes.block(3, 1, 3, 1) = angular_acceleration(vehicle, {0, 1, 0});
  return pushes;
}

Matrix push_of_winds(const Multirotor& vehicle, const CalmAir& air, const CommandedModel& hover,
                     double speed_m_s) {
  const MultirotorModel model(vehicle, air);
  const Eigen::VectorXd& commands = hover.vehicle.trim.commands;
  // Only the velocity relative to the air matters.
  const auto moving = [&](const Eigen::Vector3d& velocity) {
    return model.accelerations(at_hover(hover, velocity), commands);
  };
  Matrix pushes(6, 2);
  pushes.col(0) = moving({-speed_m_s, 0, 0}) - moving({0, 0, 0});
  pushes.col(1) = moving({0, -speed_m_s, 0}) - moving({0, 0, 0});
  return pushes;
}

Matrix moments_of_lost_rotors(const Multirotor& vehicle, const CalmAir& air,
                              const CommandedModel& hover) {
  const MultirotorModel model(vehicle, air);
  const MultirotorModel::State state = at_hover(hover, {0, 0, 0});
  Matrix moments(2, model.rotors());
  for (int k = 0; k < model.rotors(); ++k) {
    const Load<double> load = model.load(k, state, hover.vehicle.trim.commands);
    moments.col(k) = -rotor_moment(vehicle, k, load).head(2);
  }
  return moments;
}

Eigen::VectorXd peak_tilts_rad(const HoverLoop& hover, const LoopModel& loop, const Matrix& pushes,
                               const Matrix& cases, Eigen::Index instants) {
  constexpr Eigen::Index roll = 6, pitch = 7;
  constexpr double until_s = 60, continuous_s = 1.0 / 4096;
  const Matrix& A = hover.vehicle.vehicle.A;
  Matrix enter = Matrix::Zero(A.rows(), pushes.cols()), move = loop.matrix;
  enter.middleRows(3, 3) = pushes.topRows(3);
  enter.middleRows(9, 3) = pushes.bottomRows(3);
  double step_s = hover.period_s;
  if (step_s > 0) {
    const Matrix held = sampled(A, enter, step_s, 0).now;
    enter = Matrix::Zero(move.rows(), pushes.cols());
    enter.topRows(A.rows()) = held;
  } else {
    step_s = continuous_s;
    const SampledModel held = sampled(loop.matrix, enter, step_s, 0);
    move = held.transition, enter = held.now;
  }
  Matrix state = Matrix::Zero(move.rows(), pushes.cols());
  Eigen::VectorXd most2 = Eigen::VectorXd::Zero(cases.cols());
  double time_s = 0;
  for (Eigen::Index at = 0; time_s < until_s; ++at) {
    if (at > 2 * instants &&
        at % instants == 0) {  // x -> M x + e, done twice, is M M x + (M e + e)
      enter += product(move, enter);
      move = product(move, move);
      step_s *= 2;
    }
    state = product(move, state) + enter;
    time_s += step_s;
    const Matrix tilts = product(Matrix(state.middleRows(roll, pitch - roll + 1)), cases);
    most2 = most2.cwiseMax(tilts.colwise().squaredNorm().transpose());
  }
  return most2.cwiseSqrt();
}

}  // namespace montecopter
