#include "dynamics/linear/lqr_design.hpp"

#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "core/numerics/fixed_order.hpp"
#include "core/numerics/riccati.hpp"
#include "dynamics/linear/commanded_model.hpp"
#include "dynamics/motors/motors.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// One error that is summed: which measured state, and what its sum costs.
struct Sum {
  int column;  ///< of the sums of LqrErrors
  Eigen::Index of;
  double weight;
};

std::vector<Sum> sums_of(const LqrController& c, Eigen::Index measured) {
  std::vector<Sum> sums;
  const auto add = [&](int column, Eigen::Index of, double weight) {
    if (weight > 0 && of < measured) sums.push_back({column, of, weight});
  };
  for (int k = 0; k < 3; ++k) {
    add(k, k, c.position_integral_weight_1_m2_s2[static_cast<std::size_t>(k)]);
  }
  add(3, 8, c.heading_integral_weight_1_rad2_s2);
  add(4, 12, c.rotor_speed_integral_weight_1_rad2);
  return sums;
}

/// Measured, lags, commands that act or wait, sums: x[k+1] = A x[k] + B u[k].
void augment(const SampledModel& model, const std::vector<Sum>& sums, double period_s,
             LqrDesign& design) {
  Matrix first = model.transition, second = model.now;
  if (model.is_delayed()) std::tie(first, second) = with_commands_as_states(model);
  const Eigen::Index inner = first.rows(), all = inner + std::ssize(sums);
  design.A = Matrix::Identity(all, all);
  design.B = Matrix::Zero(all, second.cols());
  design.A.topLeftCorner(inner, inner) = first;
  design.B.topRows(inner) = second;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    design.A(inner + static_cast<Eigen::Index>(k), sums[k].of) = period_s;
  }
}

/// Costs of the states of augment(): lags and commands have none.
Vector weights_of(const LqrController& c, Eigen::Index measured, Eigen::Index states,
                  const std::vector<Sum>& sums) {
  Vector weights = Vector::Zero(states);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    weights[k] = c.position_weight_1_m2[axis];
    weights[3 + k] = c.velocity_weight_s2_m2[axis];
    weights[6 + k] = c.attitude_weight_1_rad2[axis];
    weights[9 + k] = c.rate_weight_s2_rad2[axis];
  }
  if (measured > 12) weights[12] = c.rotor_speed_weight_s2_rad2;
  const Eigen::Index first = states - std::ssize(sums);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    weights[first + static_cast<Eigen::Index>(k)] = sums[k].weight;
  }
  return weights;
}

/// Rotation x, y and commands that hold each velocity, and a force upwards: nothing accelerates but
/// by that force. nullopt: they do not follow.
std::optional<Matrix> feedforward_of(const KnownPart& part, const Vector& settled) {
  const Eigen::Index m = part.B.cols(), seen = part.measured, lags = settled.size();
  const Eigen::Index equations = 2 + m;  // v', omega', and the main rotor of a helicopter
  if (equations != 6 + (seen - 12)) return std::nullopt;
  Matrix effect = part.B.topRows(seen);
  for (Eigen::Index p = 0; p < lags; ++p)
    effect += settled[p] * part.A.block(0, seen + p * m, seen, m);
  Matrix left(equations, equations), right = Matrix::Zero(equations, 4);
  for (Eigen::Index r = 0; r < equations; ++r) {
    const Eigen::Index row = r < 3 ? 3 + r : 6 + r;  // 3 4 5, 9 10 11, 12
    left(r, 0) = part.A(row, 6), left(r, 1) = part.A(row, 7);
    for (Eigen::Index k = 0; k < m; ++k) left(r, 2 + k) = effect(row, k);
    for (Eigen::Index k = 0; k < 3; ++k) right(r, k) = -part.A(row, 3 + k);
  }
  right(2, 3) = -1;  // upwards
  return fixed_order::solve(left, right);
}

/// Gains on commands that wait: [update][command][command].
std::vector<double> pending_gains(const KnownPart& part, const SampledModel& model,
                                  const Matrix& gain) {
  const Eigen::Index m = part.B.cols();
  std::vector<double> gains;
  for (Eigen::Index first = part.A.rows() + m; first < part.A.rows() + m * (model.waiting + 1);
       first += m) {
    for (Eigen::Index i = 0; i < m; ++i) {
      for (Eigen::Index k = 0; k < m; ++k) gains.push_back(gain(i, first + k));
    }
  }
  return gains;
}

/// Gains as the control law counts them.
void fill_gains(const KnownPart& part, const SampledModel& model, const std::vector<Sum>& sums,
                LqrDesign& design) {
  const Eigen::Index m = part.B.cols(), seen = part.measured, n = part.A.rows();
  const Eigen::Index first_sum = design.gain.cols() - std::ssize(sums);
  for (Eigen::Index i = 0; i < m; ++i) {
    auto& row = design.gains.gain[static_cast<std::size_t>(i)];
    const auto at = [&](Eigen::Index k) -> double& { return row[static_cast<std::size_t>(k)]; };
    for (Eigen::Index k = 0; k < seen; ++k) at(k) = design.gain(i, k);
    for (Eigen::Index k = seen; k < n; ++k) at(lqr_measured + k - seen) = design.gain(i, k);
    for (Eigen::Index k = 0; k < m && model.is_delayed(); ++k) {
      at(lqr_measured + lqr_lags + k) = design.gain(i, n + k);
    }
    for (std::size_t k = 0; k < sums.size(); ++k) {
      at(lqr_measured + lqr_lags + lqr_commands + sums[k].column) =
          design.gain(i, first_sum + static_cast<Eigen::Index>(k));
    }
  }
}

/// The model of the lags that the control law carries, and where they settle.
void fill_lag(const KnownPart& part, const Vector& settled, double period_s, double delay_s,
              LqrLag<double>& lag) {
  const SampledModel model = sampled(part.lag_A, part.lag_B, period_s, delay_s);
  for (Eigen::Index p = 0; p < settled.size(); ++p) {
    const auto row = static_cast<std::size_t>(p);
    lag.now[row] = model.now(p, 0), lag.before[row] = model.before(p, 0);
    lag.settled[row] = settled[p];
    for (Eigen::Index q = 0; q < settled.size(); ++q) {
      lag.transition[row][static_cast<std::size_t>(q)] = model.transition(p, q);
    }
  }
}

void fill_limits(const Multirotor&, LqrGains<double>&) {}
void fill_limits(const Helicopter& vehicle, LqrGains<double>& gains) {
  const auto low = vehicle.servos.lowest(), high = vehicle.servos.highest();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < low.size(); ++i) {
    gains.low[i] = low[i].value_or(-infinity), gains.high[i] = high[i].value_or(infinity);
  }
}

NoDesign no_hover(const Multirotor&) {
  return {"the vehicle has no hover to design the regulator for",
          "there is none within the limits of its rotors", "See `montecopter vehicle`"};
}
NoDesign no_hover(const Helicopter&) {
  return {"the vehicle has no hover to design the regulator for",
          "there is none at this rotor speed within the limits of its servos",
          "Try 'controller.rotor_speed_rad_s', or see `montecopter vehicle`"};
}

NoDesign no_regulator() {
  return {"there is no linear-quadratic regulator for this vehicle",
          "a motion that does not decay by itself cannot be controlled: the Riccati equation has "
          "no stabilising solution",
          "See `montecopter linearize`, or change weights that differ by many orders of magnitude"};
}

CommandForm command_form_of(const Multirotor& vehicle) {
  return {4, std::visit([](const auto& motor) { return motor.states; }, *vehicle.rotors[0].motor)};
}
CommandForm command_form_of(const Helicopter&) {
  return {static_cast<int>(helicopter_controls.size()), 1};
}

}  // namespace

CommandForm command_form(const Vehicle& vehicle) {
  return std::visit([](const auto& v) { return command_form_of(v); }, vehicle);
}

std::variant<LqrDesign, NoDesign> design_lqr(const LqrController& controller,
                                             const Vehicle& vehicle, const CalmAir& air,
                                             double period_s, double delay_s) {
  const auto model = commanded_model(vehicle, air, controller.rotor_speed_rad_s);
  if (!model) return std::visit([](const auto& v) { return no_hover(v); }, vehicle);
  const KnownPart part = known_part(*model);
  const Eigen::Index m = part.B.cols();
  LqrDesign design;
  const std::vector<Sum> sums = sums_of(controller, part.measured);
  const SampledModel held = sampled(part.A, part.B, period_s, delay_s);
  augment(held, sums, period_s, design);
  design.state_weights = weights_of(controller, part.measured, design.A.rows(), sums);
  design.command_weights = Vector::Map(controller.command_weights.data(), m);
  auto found = regulator(design.A, design.B, design.state_weights, design.command_weights);
  if (!found) return no_regulator();
  design.cost = std::move(found->cost), design.gain = std::move(found->gain);

  Vector settled(part.lag_B.size());
  if (settled.size() > 0) {
    const auto rest = fixed_order::solve(part.lag_A, -part.lag_B);
    if (!rest) return no_regulator();
    settled = *rest;
  }
  const auto feedforward = feedforward_of(part, settled);
  if (!feedforward) return no_regulator();
  LqrGains<double>& gains = design.gains;
  for (Eigen::Index i = 0; i < feedforward->rows(); ++i) {
    for (Eigen::Index k = 0; k < 4; ++k) {
      gains.feedforward[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] =
          (*feedforward)(i, k);
    }
  }
  fill_gains(part, held, sums, design);
  design.pending_gains = pending_gains(part, held, design.gain);
  fill_lag(part, settled, period_s, delay_s, gains.lag);
  for (Eigen::Index i = 0; i < m; ++i) gains.hover[static_cast<std::size_t>(i)] = model->hover[i];
  std::visit([&](const auto& v) { fill_limits(v, gains); }, vehicle);
  const auto& q = model->attitude;
  gains.attitude = {q[0], q[1], q[2], q[3]};
  gains.rotor_speed = model->rotor_speed_rad_s;
  gains.gravity = air.gravity_m_s2;
  gains.period = period_s;
  return design;
}

}  // namespace montecopter
