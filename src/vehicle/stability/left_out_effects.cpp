#include "vehicle/stability/left_out_effects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <variant>

#include "core/base/text.hpp"
#include "core/numerics/fixed_order.hpp"
#include "dynamics/controllers/controller.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/model/sweep.hpp"
#include "vehicle/stability/hover_margins.hpp"

namespace montecopter {
namespace {

using fixed_order::product;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A filter x' = A x + B u, y = C x + D u, from update to update.
struct SampledFilter {
  Matrix A;
  Vector B;
  Eigen::RowVectorXd C;
  double D = 1;
};

/// Filter (b0 + b1 / z + b2 / z^2) / (1 + a1 / z + a2 / z^2).
SampledFilter second_order(double b0, double b1, double b2, double a1, double a2) {
  SampledFilter f;
  f.A = Matrix::Zero(2, 2), f.B = Vector::Zero(2), f.C = Eigen::RowVectorXd::Zero(2);
  f.A << -a1, 1, -a2, 0;
  f.B << b1 - a1 * b0, b2 - a2 * b0;
  f.C << 1, 0;
  f.D = b0;
  return f;
}

/// Low-pass w^2 / (s^2 + sqrt(2) w s + w^2) or w / (s + w); t: half an update's angle.
SampledFilter low_pass(std::int64_t order, double t) {
  if (order == 1) return second_order(t / (1 + t), t / (1 + t), 0, (t - 1) / (1 + t), 0);
  const double sum = 1 + 0x1.6a09e667f3bcdp+0 * t + t * t;
  return second_order(t * t / sum, 2 * t * t / sum, t * t / sum, 2 * (t * t - 1) / sum,
                      (1 - 0x1.6a09e667f3bcdp+0 * t + t * t) / sum);
}

/// Notch (s^2 + w^2) / (s^2 + B s + w^2); `width`: half an update's angle of B.
SampledFilter notch(double t, double width) {
  const double sum = 1 + width + t * t, even = (1 + t * t) / sum, odd = 2 * (t * t - 1) / sum;
  return second_order(even, odd, even, odd, (1 - width + t * t) / sum);
}

/// Delay by whole updates and a fraction; linear between two updates.
SampledFilter delay(double updates) {
  const auto whole = static_cast<Eigen::Index>(updates);
  const double part = updates - static_cast<double>(whole);
  const Eigen::Index n = whole + 1;
  SampledFilter f;
  f.A = Matrix::Zero(n, n), f.B = Vector::Unit(n, 0), f.C = Eigen::RowVectorXd::Zero(n);
  for (Eigen::Index k = 1; k < n; ++k) f.A(k, k - 1) = 1;
  f.D = whole == 0 ? 1 - part : 0;
  if (whole > 0) f.C[whole - 1] = 1 - part;
  f.C[whole] = part;
  return f;
}

SampledFilter sampled_filter(const OmittedFilter& filter, double period_s) {
  const auto half_angle = [&](double hz) { return std::numbers::pi * hz * period_s; };
  switch (filter.form()) {
    case OmittedForm::low_pass:
      return low_pass(filter.order.value_or(1), half_angle(*filter.frequency_hz));
    case OmittedForm::notch:
      return notch(half_angle(*filter.frequency_hz), half_angle(*filter.bandwidth_hz));
    case OmittedForm::delay:
      break;
  }
  constexpr double most_updates = 100;  // states of the model, three for each
  return delay(std::fmin(*filter.delay_s / period_s, most_updates));
}

/// The law with more memory.
LinearLaw with_room(const LinearLaw& law, Eigen::Index more) {
  LinearLaw wide = law;
  wide.slopes = Matrix::Zero(law.slopes.rows() + more, law.slopes.cols() + more);
  wide.slopes.topLeftCorner(law.slopes.rows(), law.slopes.cols()) = law.slopes;
  return wide;
}

/// The law with one measurement behind a filter.
LinearLaw filtered_measurement(const LinearLaw& law, Eigen::Index k, const SampledFilter& f) {
  const Eigen::Index n = f.A.rows(), rows = law.slopes.rows(), columns = law.slopes.cols();
  LinearLaw with = with_room(law, n);
  const Vector of_it = law.slopes.col(k);
  with.slopes.col(k).head(rows) = f.D * of_it;
  with.slopes.block(0, columns, rows, n) = of_it * f.C;
  with.slopes.block(rows, k, n, 1) = f.B;
  with.slopes.bottomRightCorner(n, n) = f.A;
  return with;
}

/// The law with a part of an axis command behind a filter. `part`: that part as a function of
/// measurements and memory; `to`: commands of the axis.
LinearLaw filtered_command(const LinearLaw& law, const Eigen::RowVectorXd& part, const Vector& to,
                           const SampledFilter& f) {
  const Eigen::Index n = f.A.rows(), rows = law.slopes.rows(), columns = law.slopes.cols();
  LinearLaw with = with_room(law, n);
  with.slopes.topLeftCorner(law.commands, part.size()) += (f.D - 1) * (to * part);
  with.slopes.block(0, columns, law.commands, n) = to * f.C;
  with.slopes.block(rows, 0, n, part.size()) = f.B * part;
  with.slopes.bottomRightCorner(n, n) = f.A;
  return with;
}

/// Sets the derivative gains of the body rate to 0, if the controller has some.
bool without_derivative(Controller& controller) {
  const auto clear = [](auto& part) {
    part.derivative_gain = PerAxis(0.0);
    return true;
  };
  return std::visit(
      [&]<class C>(C& law) {
        if constexpr (requires { law.body_rate.derivative_gain; }) return clear(law.body_rate);
        if constexpr (requires { law.derivative_gain; }) return clear(law);
        return false;
      },
      controller);
}

class OmittedLaw {
 public:
  OmittedLaw(const HoverLoop& loop, const HoverLoop* no_derivative)
      : axes_(loop.vehicle.allocation), shares_(axes_of_commands(axes_)), law_(loop.law) {
    if (no_derivative == nullptr) return;
    if (no_derivative->law.slopes.cols() != law_.slopes.cols()) return;
    derivative_ =
        law_.slopes.topRows(law_.commands) - no_derivative->law.slopes.topRows(law_.commands);
  }

  void add(const OmittedFilter& filter, double period_s) {
    const SampledFilter f = sampled_filter(filter, period_s);
    switch (filter.place()) {
      case OmittedPlace::velocity:
        return measured(3, f);
      case OmittedPlace::body_rate:
        return measured(9, f);
      case OmittedPlace::derivative:
        return derivative(f);
      case OmittedPlace::yaw:
        return commanded(3, f);
      case OmittedPlace::command:
        for (Eigen::Index axis = 0; axis < axes_.cols(); ++axis) commanded(axis, f);
    }
  }

  const LinearLaw& law() const { return law_; }

 private:
  void measured(Eigen::Index first, const SampledFilter& f) {
    for (Eigen::Index k = first; k < first + 3; ++k) {
      law_ = filtered_measurement(law_, k, f);
      if (derivative_.size() == 0) continue;
      // The derivative acts on the filtered rate, too.
      const Eigen::Index n = f.A.rows(), old = derivative_.cols();
      Matrix wide = Matrix::Zero(derivative_.rows(), old + n);
      wide.leftCols(old) = derivative_;
      wide.rightCols(n) = derivative_.col(k) * f.C;
      wide.col(k) *= f.D;
      derivative_ = std::move(wide);
    }
  }

  void commanded(Eigen::Index axis, const SampledFilter& f) {
    if (axis >= axes_.cols()) return;
    const Matrix part = product(shares_.row(axis), law_.slopes.topRows(law_.commands));
    law_ = filtered_command(law_, part.row(0), axes_.col(axis), f);
  }

  void derivative(const SampledFilter& f) {
    for (Eigen::Index axis = 1; axis < 4 && derivative_.size() > 0; ++axis) {
      const Matrix part = product(shares_.row(axis), derivative_);
      const LinearLaw before = law_;
      law_ = filtered_command(law_, part.row(0), axes_.col(axis), f);
      // Its new form, for the next filter.
      const Matrix change = law_.slopes.topRows(law_.commands) -
                            with_room(before, f.A.rows()).slopes.topRows(law_.commands);
      Matrix wide = Matrix::Zero(derivative_.rows(), change.cols());
      wide.leftCols(derivative_.cols()) = derivative_;
      derivative_ = wide + change;
    }
  }

  Matrix axes_, shares_;
  LinearLaw law_;
  Matrix derivative_;  ///< commands of the derivative alone, by measurements and memory
};

bool needs_derivative(const std::vector<OmittedSettings>& left_out) {
  for (const OmittedSettings& row : left_out) {
    if (row.is_there() && row.place() == OmittedPlace::derivative) return true;
  }
  return false;
}

/// Settings of all filters: "IMU_GYRO_NF0_FRQ = 250, IMU_GYRO_NF0_BW = 30".
std::string names_of(const std::vector<OmittedSettings>& left_out) {
  std::vector<std::string> names;
  for (const OmittedSettings& row : left_out) {
    if (row.is_there()) names.insert(names.end(), row.settings.begin(), row.settings.end());
  }
  constexpr std::size_t most = 6;
  if (names.size() > most) {
    const std::size_t more = names.size() - most;
    names.resize(most);
    names.push_back(fmt::format("{} more", more));
  }
  return join(names);
}

std::string db_words(double db) { return std::isinf(db) ? "any" : fmt::format("{:.3g} dB", db); }

/// Difference of two margins, in units of the reporting limit; 0: both are infinite.
double difference(double a, double b, double unit) {
  if (std::isinf(a) && std::isinf(b)) return 0;
  return std::fabs(a - b) / unit;
}

struct Change {
  double size = 1;  ///< in units of the reporting limit
  std::string words;
};

void compare(const BrokenLoop& here, const BrokenLoop& there, Change& most) {
  const auto take = [&](double size, std::string words) {
    if (!(size > most.size)) return;
    most = {size, std::move(words)};
  };
  const LoopMargins &a = here.margins, &b = there.margins;
  take(difference(a.phase_deg.value, b.phase_deg.value, most_left_out_deg),
       fmt::format("the phase margin of {} would be {:.3g} degrees, not {:.3g}", here.name,
                   b.phase_deg.value, a.phase_deg.value));
  take(difference(a.gain_up_db.value, b.gain_up_db.value, most_left_out_db),
       fmt::format("the upper gain margin of {} would be {}, not {}", here.name,
                   db_words(b.gain_up_db.value), db_words(a.gain_up_db.value)));
  take(difference(a.gain_down_db.value, b.gain_down_db.value, most_left_out_db),
       fmt::format("the lower gain margin of {} would be {}, not {}", here.name,
                   db_words(b.gain_down_db.value), db_words(a.gain_down_db.value)));
}

/// The largest change of a margin; no words: all are below the reporting limit.
Change largest_change(const HoverLoop& loop, const HoverLoop& with) {
  Change most;
  const LoopModel here = without_unobservable_states(closed(loop));
  if (!(here.growth_1_s() <= least_growth_1_s)) return most;  // it has no margins
  const LoopModel there = without_unobservable_states(closed(with));
  if (!(there.growth_1_s() <= least_growth_1_s)) {
    return {std::numeric_limits<double>::infinity(), "the loop would be unstable"};
  }
  const std::vector<BrokenLoop> before = commanded_loops(loop, here),
                                after = commanded_loops(with, there);
  for (std::size_t k = 0; k < std::min(before.size(), after.size()); ++k) {
    if (before[k].name == after[k].name) compare(before[k], after[k], most);
  }
  return most;
}

}  // namespace

HoverLoop with_left_out(const HoverLoop& loop, const HoverLoop* no_derivative,
                        const std::vector<OmittedSettings>& left_out) {
  OmittedLaw law(loop, no_derivative);
  for (const OmittedSettings& row : left_out) {
    const std::int64_t count = row.is_there() ? row.count.value_or(1) : 0;
    for (std::int64_t k = 0; k < count; ++k) law.add(row, loop.period_s);
  }
  HoverLoop with = loop;
  with.law = law.law();
  return with;
}

std::vector<Problem> left_out_warnings(const Plan& plan, const std::string& where,
                                       std::int64_t point) {
  const Plan& of = plan.at(point);
  if (!of.scenario.imported || !closes_known_loop(*of.scenario.controller)) return {};
  const std::vector<OmittedSettings>& left_out = of.scenario.imported->left_out;
  const bool has_filters = std::any_of(left_out.begin(), left_out.end(),
                                       [](const OmittedSettings& row) { return row.is_there(); });
  if (!has_filters) return {};
  Scenario there = of.scenario;
  if (plan.sweep.axes() > 0) SweepTargets(plan.sweep, there).go_to(point);
  const auto& control = of.time.control;
  const auto loop = hover_loop(of, there, control.every, control.delay, where);
  if (!loop || !(loop->period_s > 0)) return {};
  std::optional<HoverLoop> no_derivative;
  if (needs_derivative(left_out) && without_derivative(*there.controller)) {
    no_derivative = hover_loop(of, there, control.every, control.delay, where);
  }
  const HoverLoop with = with_left_out(*loop, no_derivative ? &*no_derivative : nullptr, left_out);
  const Change change = largest_change(*loop, with);
  if (change.words.empty()) return {};
  Problem p;
  p.where = where;
  p.is_warning = true;
  p.what = "settings left out by the import change the margins";
  p.why = fmt::format("with {} {}", names_of(left_out), change.words);
  p.suggestion =
      "Give the controller these filters if it has keys for them, or subtract this difference";
  return {p};
}

}  // namespace montecopter
