#include "dynamics/linear/multirotor_trim.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/gauss_newton.hpp"
#include "dynamics/linear/modes.hpp"

namespace montecopter {
namespace {

Eigen::VectorXd commands_at(const MultirotorModel& model, double fraction) {
  return model.lowest_commands() + fraction * (model.highest_commands() - model.lowest_commands());
}

/// Specific force upwards in body axes [m/s2] at rest, all commands at the same fraction.
double lift(const MultirotorModel& model, double fraction) {
  const Eigen::VectorXd c = commands_at(model, fraction);
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

/// The lowest fraction of the range at which the lift is that of gravity.
std::optional<double> hover_thrust_fraction(const MultirotorModel& model) {
  const auto is_strong = [&](double fraction) {
    return lift(model, fraction) >= model.gravity_m_s2();
  };
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

/// Within this of its range a command is at its limit. A search ends this close to it: at 1e-4 m/s
/// from where the limit is reached, commands change by some 0.01 of their range per m/s.
constexpr double at_limit = 1e-4;

std::vector<CommandAtLimit> commands_at_limits(const MultirotorModel& model,
                                               const Eigen::VectorXd& commands) {
  const Eigen::VectorXd low = model.lowest_commands(), range = model.highest_commands() - low;
  std::vector<CommandAtLimit> found;
  for (Eigen::Index i = 0; i < commands.size(); ++i) {
    const double fraction = (commands[i] - low[i]) / range[i];
    const int rotor = static_cast<int>(i);
    if (fraction > 1 - at_limit) found.push_back({rotor, true});
    if (fraction < at_limit) found.push_back({rotor, false});
  }
  return found;
}

/// Follows steady flight from a hover along a velocity, and from there to the next. A root at one
/// speed is near the root at the next; where none is found, a closer one is searched for. It ends
/// after `most_solved` of them: with a rotor drag of 1e5 1/s, as no rotor has, they are 0.1 mm/s
/// apart.
class Continuation {
 public:
  explicit Continuation(const MultirotorModel& model, int most_solved = most_trims)
      : model_(model),
        low_(model.lowest_commands()),
        high_(model.highest_commands()),
        left_(most_solved) {
    const Eigen::Index n = model.rotors();
    scale_.resize(n + 2);
    scale_ << high_ - low_, 1, 1;
    if (const auto fraction = hover_thrust_fraction(model)) {
      Eigen::VectorXd start(n + 2);
      start << commands_at(model, *fraction), 0, 0;
      trim_ = solved_from(start, Eigen::Vector3d::Zero());
    }
  }

  /// Goes along the velocity as far as there is a flight; nullopt: not even a hover.
  std::optional<MultirotorTrim> follow(const Eigen::Vector3d& velocity_m_s) {
    // Steps from which Newton's method converges, and that end the search (at_limit); a way of
    // any length takes a thousand of them at most to begin with.
    constexpr double longest_m_s = 2, shortest_m_s = 1e-4;
    const Eigen::Vector3d from = trim_ ? trim_->velocity_m_s : Eigen::Vector3d::Zero();
    const Eigen::Vector3d way = velocity_m_s - from;
    const double all = way.norm();
    double reached = 0, step = all > 0 ? std::fmax(longest_m_s / all, 1e-3) : 1;
    for (; left_ > 0 && trim_ && reached < 1 && step * all >= shortest_m_s; --left_) {
      const double next = reached + step < 1 ? reached + step : 1;
      auto trim = solved_from(unknowns(), next < 1 ? from + next * way : velocity_m_s);
      if (trim) {
        trim_ = std::move(trim), reached = next;
      } else {
        step /= 2;
      }
    }
    return trim_;
  }

 private:
  Eigen::VectorXd unknowns() const {
    Eigen::VectorXd x(scale_.size());
    x << trim_->commands, trim_->roll_rad, trim_->pitch_rad;
    return x;
  }

  std::optional<MultirotorTrim> solved_from(Eigen::VectorXd x,
                                            const Eigen::Vector3d& velocity_m_s) const {
    const Eigen::Index n = model_.rotors();
    const auto residual = [&](const Eigen::VectorXd& y) -> Eigen::VectorXd {
      const Eigen::VectorXd c = y.head(n);
      return model_.accelerations(model_.settled(c, y[n], y[n + 1], velocity_m_s), c);
    };
    MultirotorTrim trim;
    trim.residual = solve(x, scale_, residual);
    if (!(trim.residual <= solved)) return std::nullopt;
    // What lies beyond a limit acts as the limit does: the motors see no other command.
    trim.commands = x.head(n).cwiseMax(low_).cwiseMin(high_);
    trim.roll_rad = x[n], trim.pitch_rad = x[n + 1], trim.velocity_m_s = velocity_m_s;
    return trim;
  }

  const MultirotorModel& model_;
  Eigen::VectorXd low_, high_, scale_;
  int left_;  ///< trims that may still be solved for
  std::optional<MultirotorTrim> trim_;
};

}  // namespace

std::optional<MultirotorTrim> hover(const MultirotorModel& model) {
  return steady_flight(model, Eigen::Vector3d::Zero());
}

std::optional<MultirotorTrim> steady_flight(const MultirotorModel& model,
                                            const Eigen::Vector3d& velocity_m_s) {
  auto trim = Continuation(model).follow(velocity_m_s);
  if (trim && trim->velocity_m_s != velocity_m_s) return std::nullopt;
  return trim;
}

std::vector<MultirotorTrim> steady_flights(const MultirotorModel& model,
                                           const std::vector<Eigen::Vector3d>& velocities_m_s) {
  Continuation along(model);
  std::vector<MultirotorTrim> found;
  for (const Eigen::Vector3d& velocity : velocities_m_s) {
    auto trim = along.follow(velocity);
    if (!trim || trim->velocity_m_s != velocity) break;
    found.push_back(std::move(*trim));
  }
  return found;
}

FastestFlight fastest_flight(const MultirotorModel& model, const Eigen::Vector3d& velocity_m_s,
                             int most_solved) {
  FastestFlight fastest;
  fastest.trim = Continuation(model, most_solved).follow(velocity_m_s);
  if (!fastest.trim) return fastest;
  fastest.is_reached = fastest.trim->velocity_m_s == velocity_m_s;
  fastest.at_limits = commands_at_limits(model, fastest.trim->commands);
  return fastest;
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
