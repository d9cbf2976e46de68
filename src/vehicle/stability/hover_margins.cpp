#include "vehicle/stability/hover_margins.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/numerics/angles.hpp"
#include "core/numerics/eigenvalues.hpp"
#include "core/numerics/fixed_order.hpp"
#include "dynamics/linear/sampled_model.hpp"
#include "plan/sample_margins.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

using fixed_order::product;
using Matrix = Eigen::MatrixXd;

bool is_wrench(const HoverLoop& loop) { return !(loop.vehicle.rotor_speed_rad_s > 0); }

/// A loop broken at several places, with its responses to errors that enter there.
class LoopCut {
 public:
  LoopCut(const LoopModel& model, const Matrix& in, const Matrix& out,
          const std::vector<double>& grid)
      : response_(model.matrix, in, out, model.period_s),
        is_sampled_(model.period_s > 0),
        grid_(grid) {
    for (const double w : grid) values_.push_back(all(w));
  }

  Eigen::MatrixXcd all(double rad_s) const { return -response_(rad_s); }
  const std::vector<Eigen::MatrixXcd>& values() const { return values_; }

  /// Returns nullopt if nothing is fed back there.
  std::optional<BrokenLoop> loop(Eigen::Index place, const std::string& name) const {
    std::vector<Complex> own;
    double most = 0;
    for (const Eigen::MatrixXcd& all : values_) {
      own.push_back(all(place, place));
      most = std::max(most, size_of(own.back()));
    }
    if (!(most > 1e-9)) return std::nullopt;  // of rounding
    const auto T = [&](double w) { return -response_(place, place, w); };
    return BrokenLoop{name, loop_margins(T, grid_, own, is_sampled_), std::nullopt, own, {}};
  }

  DiskMargin at_once() const {
    return disk_margin([&](double w) { return all(w); }, grid_, values_);
  }

 private:
  FrequencyResponse response_;
  bool is_sampled_;
  const std::vector<double>& grid_;
  std::vector<Eigen::MatrixXcd> values_;
};

LoopCut at_commands(const HoverLoop& loop, const LoopModel& model,
                    const std::vector<double>& grid) {
  const Matrix& T = loop.vehicle.allocation;
  return LoopCut(model, product(model.by_command, T), product(axes_of_commands(T), model.commands),
                 grid);
}

std::vector<BrokenLoop> loops_of(const HoverLoop& loop, const LoopCut& broken) {
  const std::vector<std::string> names = commanded_axes(loop);
  std::vector<BrokenLoop> loops;
  for (Eigen::Index k = 0; k < std::ssize(names); ++k) {
    auto axis = broken.loop(k, names[static_cast<std::size_t>(k)]);
    if (!axis) continue;
    const double rad_s = axis->margins.phase_deg.rad_s;
    if (rad_s > 0) axis->taken = phase_taken(loop, k, rad_s);
    loops.push_back(std::move(*axis));
  }
  return loops;
}

std::vector<BrokenLoop> measured_loops(const HoverLoop& loop, const LoopModel& model,
                                       const std::vector<double>& grid, bool with_steps) {
  constexpr double responses = 12;  // crossover periods: slower outer loops settle, too
  const LoopCut broken(model, model.by_measured, model.measurement, grid);
  std::vector<BrokenLoop> loops;
  for (Eigen::Index k = 0; k < model.measurement.rows(); ++k) {
    auto measured = broken.loop(k, loop.vehicle.vehicle.states[static_cast<std::size_t>(k)]);
    if (!measured) continue;
    const double rad_s = measured->margins.crossover_rad_s;
    if (with_steps && rad_s > 0) measured->step = step_response(model, k, responses / rad_s);
    loops.push_back(std::move(*measured));
  }
  return loops;
}

/// Exact delay of axes of commands at which the loop starts to grow. The delay from the phase
/// (`about_s`) ignores the motion between updates; the search begins there. Its steps are a 16th of
/// that, or an 8th of a period if that is longer. A loop near the Nyquist frequency may be unstable
/// for some delays and stable for longer ones. nullopt: no such delay within 100 periods.
std::optional<double> delay_to_growth(const HoverLoop& loop, const Matrix& axes,
                                      const Matrix& shares, double about_s) {
  if (!(loop.period_s > 0) || !(about_s < 100 * loop.period_s)) return std::nullopt;
  const LateLoop late(loop, axes, shares);
  const auto growth = [&](double later_s) {
    return growth_1_s(late.matrix(later_s), loop.period_s) - least_growth_1_s;
  };
  double low = 0, high = 0, at_low = growth(0), at_high = at_low;
  const double step_s = std::max(loop.period_s / 8, about_s / 16);
  while (!(at_high > 0) && high < 6 * about_s + loop.period_s) {
    low = high, at_low = at_high;
    high += step_s, at_high = growth(high);
  }
  if (!(at_high > 0)) return std::nullopt;
  // The chord, and every third time the middle, until seven digits are known.
  for (int k = 0; k < 60 && high - low > 1e-7 * high; ++k) {
    double next = 0.5 * (low + high);
    if (k % 3 < 2) next = low + (high - low) * at_low / (at_low - at_high);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double there = growth(next);
    (there > 0 ? high : low) = next;
    (there > 0 ? at_high : at_low) = there;
  }
  return high;
}

/// Whether the control law of a sampled loop commands an axis by the measured body rate at a
/// frequency, at once or through its memory. It does not for the thrust of a cascade, where the age
/// of the body rate costs no phase.
bool sees_body_rate(const HoverLoop& loop, Eigen::Index axis, double rad_s) {
  constexpr double rounding = 1e-6;  // derivatives have six digits, and those of rotors may cancel
  const LinearLaw& law = loop.law;
  const Eigen::Index m = law.commands, r = law.memory();
  Eigen::MatrixXcd by_rate = law.slopes.block(0, 9, m, 3).cast<Complex>();
  if (r > 0) {
    by_rate += FrequencyResponse(law.slopes.bottomRightCorner(r, r), law.slopes.block(m, 9, r, 3),
                                 law.slopes.topRightCorner(m, r), loop.period_s)(rad_s);
  }
  const Matrix share = axes_of_commands(loop.vehicle.allocation).row(axis);
  for (Eigen::Index k = 0; k < 3; ++k) {
    Complex sum = 0;
    double most = 0;
    for (Eigen::Index i = 0; i < m; ++i) {
      sum += share(0, i) * by_rate(i, k);
      most += std::fabs(share(0, i)) * size_of(by_rate(i, k));
    }
    if (size_of(sum) > rounding * most) return true;
  }
  return false;
}

/// Replaces the delays from the phases by exact ones, axis by axis.
void find_delays(const HoverLoop& loop, std::vector<BrokenLoop>& at_command) {
  if (!(loop.period_s > 0)) return;
  const Matrix &axes = loop.vehicle.allocation, shares = axes_of_commands(axes);
  const std::vector<std::string> names = commanded_axes(loop);
  for (BrokenLoop& broken : at_command) {
    const Eigen::Index axis = std::find(names.begin(), names.end(), broken.name) - names.begin();
    AtFrequency& delay = broken.margins.delay_s;
    const auto exact = delay_to_growth(loop, axes.col(axis), shares.row(axis), delay.value);
    if (exact) delay.value = *exact;
  }
}

/// Delay margin of all axes together; the search begins at the smallest of their phase delays.
std::optional<double> delay_of_all(const HoverLoop& loop, const std::vector<BrokenLoop>& axes) {
  const Matrix& all = loop.vehicle.allocation;
  return delay_to_growth(loop, all, axes_of_commands(all), least_delay_s(axes));
}

}  // namespace

std::vector<std::string> commanded_axes(const HoverLoop& loop) {
  if (is_wrench(loop)) return {wrench_axes.begin(), wrench_axes.end()};
  return {helicopter_controls.begin(), helicopter_controls.end()};
}

PhaseLag phase_taken(const HoverLoop& loop, Eigen::Index axis, double rad_s) {
  const KnownPart part = known_part(loop.vehicle);
  const Eigen::Index lags = part.lag_A.rows(), axes = loop.vehicle.allocation.cols();
  PhaseLag taken;
  taken.rad_s = rad_s;
  taken.hold_deg = 0.5 * rad_s * loop.period_s * deg_per_rad;
  taken.delay_deg = rad_s * loop.delay_s * deg_per_rad;
  if (loop.rate_age_s > 0 && sees_body_rate(loop, axis, rad_s)) {
    taken.rate_age_deg = rad_s * loop.rate_age_s * deg_per_rad;
  }
  if (lags == 0) return taken;
  // The output of an axis is its acceleration, including the reaction to motor acceleration; for a
  // servo, its position.
  Matrix out = Matrix::Zero(1, lags);
  double at_once = 0;
  if (is_wrench(loop)) {
    constexpr std::array<Eigen::Index, 4> rows = {5, 9, 10, 11};
    const Eigen::Index row = rows[static_cast<std::size_t>(axis)];
    for (Eigen::Index q = 0; q < lags; ++q)
      out(0, q) = part.A(row, part.measured + q * axes + axis);
    at_once = part.B(row, axis);
  } else {
    out(0, 0) = 1;
  }
  const FrequencyResponse lag(part.lag_A, part.lag_B, out, 0);
  const Complex moving = lag(0, 0, rad_s) + at_once, resting = lag(0, 0, 0) + at_once;
  taken.actuators_deg = -angle_of(times(moving, std::conj(resting))) * deg_per_rad;
  return taken;
}

std::vector<BrokenLoop> commanded_loops(const HoverLoop& loop, const LoopModel& model) {
  const std::vector<double> grid = frequency_grid(eigenvalues(model.matrix), model.period_s);
  return loops_of(loop, at_commands(loop, model, grid));
}

CommandMargins command_margins(const HoverLoop& loop, const LoopModel& model) {
  const std::vector<double> grid = frequency_grid(eigenvalues(model.matrix), model.period_s);
  const LoopCut commands = at_commands(loop, model, grid);
  CommandMargins all{loops_of(loop, commands), commands.at_once(), std::nullopt};
  all.later_s = delay_of_all(loop, all.axes);
  return all;
}

double least_delay_s(const std::vector<BrokenLoop>& loops) {
  double least = std::numeric_limits<double>::infinity();
  for (const BrokenLoop& loop : loops) least = std::min(least, loop.margins.delay_s.value);
  return least;
}

std::optional<BrokenLoop> measured_loop(const HoverLoop& loop, const LoopModel& model,
                                        Eigen::Index k) {
  const std::vector<double> grid = frequency_grid(eigenvalues(model.matrix), model.period_s);
  const LoopCut broken(model, model.by_measured.col(k), model.measurement.row(k), grid);
  return broken.loop(0, loop.vehicle.vehicle.states[static_cast<std::size_t>(k)]);
}

LoopStep step_response(const LoopModel& model, Eigen::Index k, double until_s) {
  constexpr Eigen::Index most = 4000, closely = 400;
  const Eigen::Index n = model.matrix.rows();
  Matrix move = model.matrix, enter = model.by_measured.col(k);
  double step_s = model.period_s;
  if (!(step_s > 0)) {
    step_s = until_s / closely;
    const SampledModel held = sampled(model.matrix, enter, step_s, 0);
    move = held.transition, enter = held.now;
  }
  LoopStep response;
  Matrix state = Matrix::Zero(n, 1);
  for (Eigen::Index at = 0; at <= most; ++at) {
    const double time_s = static_cast<double>(at) * step_s;
    if (time_s > until_s * (1 + 1e-9)) break;  // the last one may be rounded up
    response.time_s.push_back(time_s);
    response.value.push_back(product(model.measurement.row(k), state)(0, 0));
    state = product(move, state) - enter;
  }
  return response;
}

HoverMargins hover_margins(const HoverLoop& loop, bool with_steps) {
  const LoopModel model = without_unobservable_states(closed(loop));
  HoverMargins all;
  all.period_s = loop.period_s, all.delay_s = loop.delay_s, all.rate_age_s = loop.rate_age_s;
  all.growth_1_s = model.growth_1_s();
  all.is_stable = all.growth_1_s <= least_growth_1_s;  // false for an overflow, too
  if (!all.is_stable) return all;
  all.grid_rad_s = frequency_grid(eigenvalues(model.matrix), model.period_s);
  const std::vector<double>& grid = all.grid_rad_s;
  CommandMargins commands = command_margins(loop, model);
  all.at_command = std::move(commands.axes);
  all.all_commands = commands.at_once;
  all.later_s = commands.later_s;
  find_delays(loop, all.at_command);
  all.at_measurement = measured_loops(loop, model, grid, with_steps);
  return all;
}

}  // namespace montecopter
