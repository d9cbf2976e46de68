#include "vehicle/stability/loop_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/numerics/eigenvalues.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/fixed_order.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/linear/frequency_response.hpp"
#include "dynamics/linear/sampled_model.hpp"
#include "scenario/derived/controls.hpp"
#include "simulate/setup/control_rows.hpp"
#include "vehicle/stability/measured_rate.hpp"

namespace montecopter {
namespace {

using fixed_order::product;
using Matrix = Eigen::MatrixXd;

/// Past body rates in the state of the model; the time for its eigenvalues grows with their cube.
constexpr double most_past_updates = 32;

/// Measurement matrix for a state that ends with body rates at past updates, the latest first: the
/// body rate `age` updates ago, interpolated between two.
Matrix view(Eigen::Index seen, Eigen::Index size, Eigen::Index past, double age) {
  Matrix view = Matrix::Zero(seen, size);
  view.leftCols(seen).setIdentity();
  const auto whole = static_cast<Eigen::Index>(age);
  const double part = age - static_cast<double>(whole);
  const auto place = [&](Eigen::Index ago) { return ago == 0 ? 9 : size - past + 3 * (ago - 1); };
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    view(9 + axis, 9 + axis) = 0;
    view(9 + axis, place(whole) + axis) += 1 - part;
    if (part > 0) view(9 + axis, place(whole + 1) + axis) += part;
  }
  return view;
}

/// Adds body rates at past updates, at the end of the state. Delays longer than most_past_updates
/// are approximated by that many first-order lags. At the frequency w their gain is exp(-(w
/// delay)^2 / (2 most_past_updates)), 0.97 where the delay costs 80 degrees of phase.
void remember_rates(Eigen::Index past, double age, Matrix& matrix) {
  const double step = std::min(1.0, most_past_updates / std::max(age, 1.0));
  const Eigen::Index first = matrix.rows() - past;
  for (Eigen::Index k = 0; k < past; ++k) {
    matrix(first + k, first + k) = 1 - step;
    matrix(first + k, k < 3 ? 9 + k : first + k - 3) = step;
  }
}

/// Transition matrix between updates, for [vehicle, commands that act or wait, memory, past body
/// rates].
LoopModel held_loop(const HoverLoop& hover) {
  const LinearLaw& law = hover.law;
  const SampledModel held =
      sampled(hover.vehicle.vehicle.A, hover.vehicle.vehicle.B, hover.period_s, hover.delay_s);
  const double age = hover.rate_age_s / hover.period_s, counted = std::min(age, most_past_updates);
  const Eigen::Index m = law.commands, seen = law.measured, r = law.memory();
  const auto [vehicle, by_command] = with_commands_as_states(held);
  const Eigen::Index n = vehicle.rows(),
                     moved = n - m;  // the newest commands come from the control law
  const Eigen::Index past = 3 * static_cast<Eigen::Index>(std::ceil(counted)), size = n + r + past;
  LoopModel loop;
  loop.period_s = hover.period_s;
  loop.measurement = view(seen, size, past, counted);
  loop.commands = product(law.slopes.topLeftCorner(m, seen), loop.measurement);
  loop.commands.middleCols(n, r) += law.slopes.topRightCorner(m, r);
  loop.by_command = Matrix::Zero(size, m);
  loop.by_command.topRows(n) = by_command;
  loop.matrix = product(loop.by_command, loop.commands);
  loop.matrix.topLeftCorner(moved, n) += vehicle.topRows(moved);
  loop.matrix.middleRows(n, r) = product(law.slopes.bottomLeftCorner(r, seen), loop.measurement);
  loop.matrix.block(n, n, r, r) += law.slopes.bottomRightCorner(r, r);
  remember_rates(past, age, loop.matrix);
  loop.by_measured = product(loop.by_command, law.slopes.topLeftCorner(m, seen));
  loop.by_measured.middleRows(n, r) = law.slopes.bottomLeftCorner(r, seen);
  loop.commands_by_rate = law.slopes.block(0, 9, m, 3);
  loop.by_rate = loop.by_measured.middleCols(9, 3);
  return loop;
}

LoopModel continuous_loop(const HoverLoop& hover) {
  const LinearModel& vehicle = hover.vehicle.vehicle;
  const Eigen::Index n = vehicle.A.rows(), seen = hover.law.measured;
  const Matrix slopes = hover.law.slopes.topLeftCorner(hover.law.commands, seen);
  LoopModel loop;
  loop.measurement = Matrix::Identity(seen, n);
  loop.commands = product(slopes, loop.measurement);
  loop.by_command = vehicle.B;
  loop.by_measured = product(vehicle.B, slopes);
  loop.matrix = vehicle.A + product(loop.by_measured, loop.measurement);
  return loop;
}

std::optional<HoverLoop> loop_around(const Plan& plan, const Scenario& there,
                                     const ControlPlan& control, std::vector<double> row,
                                     CommandedModel vehicle,
                                     SlopeDigits digits = SlopeDigits::six) {
  const double step_s = plan.time.step_s;
  auto law = law_at_hover(control, step_s, std::move(row), vehicle, digits);
  if (!law) return std::nullopt;
  HoverLoop loop{std::move(vehicle), std::move(*law)};
  if (control.continuous) return loop;
  loop.period_s = static_cast<double>(control.every) * step_s;
  loop.delay_s = static_cast<double>(control.delay) * step_s;
  loop.rate_age_s = body_rate_age(plan, there, control.every) * step_s;
  return loop;
}

/// States that affect some command, directly or through others.
std::vector<Eigen::Index> seen_states(const LoopModel& model) {
  const Eigen::Index size = model.matrix.rows();
  Eigen::ArrayX<bool> is_seen = Eigen::ArrayX<bool>::Constant(size, false);
  std::vector<Eigen::Index> open;
  const auto see = [&](Eigen::Index k) {
    if (is_seen[k]) return;
    is_seen[k] = true;
    open.push_back(k);
  };
  for (Eigen::Index k = 0; k < size; ++k) {
    if (!model.commands.col(k).isZero(0.0)) see(k);
  }
  while (!open.empty()) {
    const Eigen::Index i = open.back();
    open.pop_back();
    for (Eigen::Index k = 0; k < size; ++k) {
      if (model.matrix(i, k) != 0) see(k);
    }
  }
  std::vector<Eigen::Index> seen;
  for (Eigen::Index k = 0; k < size; ++k) {
    if (is_seen[k]) seen.push_back(k);
  }
  return seen;
}

}  // namespace

std::complex<double> LoopModel::dominant_eigenvalue() const {
  const Eigen::VectorXcd all = eigenvalues(matrix);
  std::complex<double> slowest = all[0];
  for (const std::complex<double>& z : all) {
    if (std::isnan(z.real())) return z;  // of an overflowed matrix
    const bool is_slower =
        period_s > 0 ? squared_size(z) > squared_size(slowest) : z.real() > slowest.real();
    if (is_slower) slowest = z;
  }
  return slowest;
}

double LoopModel::growth_1_s() const {
  const std::complex<double> z = dominant_eigenvalue();
  return period_s > 0 ? log(size_of(z)) / period_s : z.real();
}

double growth_1_s(const Matrix& matrix, double period_s) {
  LoopModel model;
  model.matrix = matrix, model.period_s = period_s;
  return model.growth_1_s();
}

std::optional<CommandedModel> commanded_vehicle(const Scenario& there) {
  const WorldConstants<double> world = fold_world(*there.environment, {0, 0, 0});
  return commanded_model(*there.vehicle,
                         {world.gravity[0], world.air.density_kg_m3, world.air.temperature_k},
                         held_rotor_speed(*there.controller));
}

std::optional<HoverLoop> hover_loop(const Plan& plan, const Scenario& there,
                                    const ControlPlan& control, std::vector<double> row) {
  auto vehicle = commanded_vehicle(there);
  if (!vehicle) return std::nullopt;
  return loop_around(plan, there, control, std::move(row), std::move(*vehicle));
}

std::optional<HoverLoop> hover_loop(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where,
                                    const CommandedModel* vehicle, SlopeDigits digits) {
  TimeGrid time = plan.time;
  time.control.every = every, time.control.delay = delay;
  const WorldConstants<double> world = fold_world(*there.environment, {0, 0, 0});
  const KnownModel known = known_model(there, world, time, where);
  const PreparedControl prepared(plan);  // holds what the ControlPlan points to
  ControlPlan control = prepared.control;
  set_timing(control, every, delay);
  std::vector<double> row(static_cast<std::size_t>(control.row));
  fold_control(there, known, control, row.data());
  if (vehicle == nullptr) return hover_loop(plan, there, control, std::move(row));
  return loop_around(plan, there, control, std::move(row), *vehicle, digits);
}

LoopModel closed(const HoverLoop& hover) {
  if (!(hover.period_s > 0)) return continuous_loop(hover);
  LoopModel loop = held_loop(hover);
  loop.rate_age_s = hover.rate_age_s;
  loop.margin = hover.vehicle.margin;
  return loop;
}

LateLoop::LateLoop(const HoverLoop& loop, const Matrix& axes, const Matrix& shares)
    : loop_(loop), by_late_(product(loop.vehicle.vehicle.B, axes)) {
  HoverLoop rest = loop;
  rest.vehicle.vehicle.B -= product(by_late_, shares);
  const LoopModel in_time = held_loop(rest);
  in_time_ = in_time.matrix;
  now_ = product(shares, in_time.commands);
}

Matrix LateLoop::matrix(double later_s) const {
  const SampledModel held =
      sampled(loop_.vehicle.vehicle.A, by_late_, loop_.period_s, loop_.delay_s + later_s);
  const Eigen::Index n = by_late_.rows(), p = by_late_.cols(), first = in_time_.rows();
  const Eigen::Index periods = held.waiting, size = first + p * (periods + 1);
  Matrix all = Matrix::Zero(size, size);
  all.topLeftCorner(first, first) = in_time_;
  const auto past = [&](Eigen::Index updates) { return first + p * (updates - 1); };
  if (periods == 0) all.topLeftCorner(n, first) += product(held.now, now_);
  if (periods > 0) all.block(0, past(periods), n, p) = held.now;
  all.block(0, past(periods + 1), n, p) = held.before;
  all.block(past(1), 0, p, first) = now_;
  for (Eigen::Index k = 2; k <= periods + 1; ++k)
    all.block(past(k), past(k - 1), p, p).setIdentity();
  return all;
}

LoopModel without_unobservable_states(const LoopModel& model) {
  const std::vector<Eigen::Index> seen = seen_states(model);
  LoopModel less = model;
  less.matrix = Matrix(model.matrix(seen, seen));
  less.commands = Matrix(model.commands(Eigen::all, seen));
  less.measurement = Matrix(model.measurement(Eigen::all, seen));
  less.by_command = Matrix(model.by_command(seen, Eigen::all));
  less.by_measured = Matrix(model.by_measured(seen, Eigen::all));
  if (model.by_rate.size() > 0) less.by_rate = Matrix(model.by_rate(seen, Eigen::all));
  return less;
}

std::optional<LoopModel> loop_model(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where) {
  const auto loop = hover_loop(plan, there, every, delay, where);
  if (!loop) return std::nullopt;
  return closed(*loop);
}

}  // namespace montecopter
