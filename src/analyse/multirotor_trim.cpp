#include "analyse/multirotor_trim.hpp"

#include <algorithm>
#include <cmath>

#include "analyse/gauss_newton.hpp"
#include "analyse/modes.hpp"

namespace montecopter {
namespace {

Eigen::VectorXd commands_at(const MultirotorModel& model, double share) {
  return model.lowest_commands() + share * (model.highest_commands() - model.lowest_commands());
}

/// Specific force upwards in body axes [m/s2] at rest, all commands at the same share.
double lift(const MultirotorModel& model, double share) {
  const Eigen::VectorXd c = commands_at(model, share);
  const auto a = model.accelerations(model.settled(c, 0, 0, Eigen::Vector3d::Zero()), c);
  return model.gravity_m_s2() - a[2];
}

/// Lift need not grow with the commands (a reversed rotor, a polynomial that falls again): it is
/// looked at on a grid.
constexpr int grid = 64;

double strongest_lift(const MultirotorModel& model) {
  double most = lift(model, 0);
  for (int k = 1; k <= grid; ++k) most = std::max(most, lift(model, double(k) / grid));
  return most;
}

/// The lowest share of the range at which the lift is that of gravity.
std::optional<double> hover_share(const MultirotorModel& model) {
  const auto is_strong = [&](double share) { return lift(model, share) >= model.gravity_m_s2(); };
  for (int k = 0; k < grid; ++k) {
    double low = double(k) / grid, high = double(k + 1) / grid;
    const bool strong = is_strong(low);
    if (strong == is_strong(high)) continue;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (is_strong(middle) == strong ? low : high) = middle;
    }
    return high;
  }
  return std::nullopt;
}

bool within_limits(const MultirotorModel& model, const Eigen::VectorXd& commands) {
  const Eigen::VectorXd range = model.highest_commands() - model.lowest_commands();
  return ((commands - model.lowest_commands()).array() >= -1e-9 * range.array()).all() &&
         ((model.highest_commands() - commands).array() >= -1e-9 * range.array()).all();
}

}  // namespace

std::optional<MultirotorTrim> hover(const MultirotorModel& model) {
  return steady_flight(model, Eigen::Vector3d::Zero());
}

std::optional<MultirotorTrim> steady_flight(const MultirotorModel& model,
                                            const Eigen::Vector3d& velocity_m_s) {
  const auto share = hover_share(model);
  if (!share) return std::nullopt;
  const Eigen::Index n = model.rotors();
  Eigen::VectorXd x(n + 2), scale(n + 2);
  x << commands_at(model, *share), 0, 0;
  scale << model.highest_commands() - model.lowest_commands(), 1, 1;
  MultirotorTrim trim;
  trim.velocity_m_s = velocity_m_s;
  for (const Eigen::Vector3d& velocity : approach(velocity_m_s)) {
    trim.residual = solve(x, scale, [&](const Eigen::VectorXd& y) -> Eigen::VectorXd {
      const Eigen::VectorXd c = y.head(n);
      return model.accelerations(model.settled(c, y[n], y[n + 1], velocity), c);
    });
  }
  trim.commands = x.head(n), trim.roll_rad = x[n], trim.pitch_rad = x[n + 1];
  if (!(trim.residual <= solved) || !within_limits(model, trim.commands)) return std::nullopt;
  return trim;
}

std::optional<MultirotorTrim> level_flight(const MultirotorModel& model, double speed_m_s) {
  const auto share = hover_share(model);
  if (!share) return std::nullopt;
  Eigen::VectorXd x(2);
  x << *share, 0;
  MultirotorTrim trim;
  trim.residual =
      solve(x, Eigen::Vector2d::Ones(), [&](const Eigen::VectorXd& y) -> Eigen::VectorXd {
        const Eigen::VectorXd c = commands_at(model, y[0]);
        const auto a = model.accelerations(model.settled(c, 0, y[1], {speed_m_s, 0, 0}), c);
        return Eigen::Vector2d(a[0], a[2]);
      });
  if (trim.residual > solved || !(x[0] >= 0 && x[0] <= 1) || std::fabs(x[1]) > 1.57) {
    return std::nullopt;
  }
  trim.commands = commands_at(model, x[0]), trim.pitch_rad = x[1];
  return trim;
}

std::optional<double> top_speed(const MultirotorModel& model, double limit_m_s) {
  if (level_flight(model, limit_m_s)) return std::nullopt;
  double low = 0, high = limit_m_s;
  while (high - low > 1e-3) {
    const double middle = 0.5 * (low + high);
    (level_flight(model, middle) ? low : high) = middle;
  }
  return low;
}

double thrust_to_weight(const MultirotorModel& model) {
  return strongest_lift(model) / model.gravity_m_s2();
}

LinearModel linear_model(const MultirotorModel& model, const MultirotorTrim& trim) {
  const int n = model.states();
  const MultirotorModel::State at =
      model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, trim.velocity_m_s);
  TrimPoint point{
      Eigen::VectorXd::Map(at.x.data(), n), trim.commands, model.gravity_m_s2(), {}, {}};
  for (int i = 0; i < n - rigid_body_size; ++i) {
    const int part = i / model.rotors();  // the first states of all motors, then the second ones
    const std::string name = part == 0 ? "motor." : "motor_second.";
    point.actuators.push_back(name + std::to_string(i % model.rotors()));
  }
  for (int i = 0; i < model.rotors(); ++i) {
    point.controls.push_back("command." + std::to_string(i));
  }
  return linearise(point, [&](const Eigen::VectorXd& x, const Eigen::VectorXd& commands) {
    MultirotorModel::State state{};
    Eigen::VectorXd::Map(state.x.data(), n) = x;
    const MultirotorModel::State rate = model.rates(state, commands);
    return Eigen::VectorXd(Eigen::VectorXd::Map(rate.x.data(), n));
  });
}

std::vector<std::complex<double>> multirotor_modes(const MultirotorModel& model,
                                                   const MultirotorTrim& trim) {
  const int n = model.states();
  const MultirotorModel::State at =
      model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, trim.velocity_m_s);
  return modes(Eigen::VectorXd::Map(at.x.data(), n), [&](const Eigen::VectorXd& x) {
    MultirotorModel::State state{};
    Eigen::VectorXd::Map(state.x.data(), n) = x;
    const MultirotorModel::State rate = model.rates(state, trim.commands);
    return Eigen::VectorXd(Eigen::VectorXd::Map(rate.x.data(), n));
  });
}

}  // namespace montecopter
