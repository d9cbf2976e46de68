#include "stability/loop_stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "design/commanded_model.hpp"
#include "design/decompositions.hpp"
#include "design/sampled_model.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/pack.hpp"
#include "dynamics/quaternion_exp.hpp"
#include "scenario/controls.hpp"
#include "scenario/paths.hpp"
#include "scenario/sweep.hpp"
#include "simulate/lanes/control_law.hpp"
#include "simulate/setup/control_rows.hpp"
#include "simulate/setup/prepared_flights.hpp"
#include "stability/loop_noise.hpp"
#include "stability/measured_rate.hpp"

namespace montecopter {
namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

struct SetUp;  // tells these lanes from those of the kernels
using Lane = Pack<isa::OneLane<SetUp>>;

/// Slower growth (a time constant of 3 hours) may be rounding in a double eigenvalue of 1: ignored.
constexpr double least_growth_1_s = 1e-4;
constexpr double ln2 = 0.6931471805599453;
constexpr std::int64_t most_points = 100;
/// Past body rates in the state of the model; the time for its eigenvalues grows with their cube.
constexpr double most_past_updates = 32;

/// The control law of the flights as a function of deviations from hover, which is linearised.
class LawAtHover {
 public:
  /// Size of its memory.
  const Index memory;

  /// `row`: as of fold_control().
  LawAtHover(const ControlPlan& control, double step_s, std::vector<double> row,
             const CommandedModel& model)
      : memory(memory_size(control.kind)),
        model_(model),
        plan_(plan_of(control, step_s)),
        parts_(parts_of(plan_)),
        row_(parts_) {
    plan_.parts = &parts_;
    std::copy(row.begin(), row.end(), row_[&SampleParts::control].begin());
    LaneIo io{};
    io.row = row_.data();
    law_.emplace(plan_, &io, 1);
    ControlMemory<Lane> start;
    law_->start(seen(Vector::Zero(measured())), start);
    rest_ = flat(start);
    for (int k = 0; k < 1000; ++k) {
      rest_ = (*this)(Vector::Zero(measured() + memory)).next.tail(memory);
    }
  }

  /// Output of the law for an input [measured, memory].
  struct Answer {
    Vector next;                 ///< [commands, memory then]
    bool is_unsaturated = true;  ///< no command is at a limit
  };

  /// Position, velocity, rotation vector, body rate; of a helicopter the speed of its main rotor.
  Index measured() const { return model_.rotor_speed_rad_s > 0 ? 13 : 12; }
  Index commands() const { return model_.vehicle.B.cols(); }

  /// Of deviations of [measured, memory].
  Answer operator()(const Vector& d) const {
    const Feedback<Lane> x = seen(d.head(measured()));
    Reference<Lane> hover;
    const Lane zero(0.0);
    hover.position = hover.velocity = hover.acceleration = hover.jerk =
        hover.snap = {zero, zero, zero};
    hover.set_heading(zero, zero, zero);
    ControlMemory<Lane> remembered;
    for (Index k = 0; k < memory; ++k) {
      remembered[static_cast<std::size_t>(k)] = rest_[k] + d[measured() + k];
    }
    ControlLaw<Lane>::Commands commanded;
    Answer answer;
    answer.is_unsaturated = all(law_->update(0, x, hover, remembered, commanded));
    answer.next.resize(commands() + memory);
    for (Index k = 0; k < commands(); ++k) {
      answer.next[k] = commanded[static_cast<std::size_t>(k)].lane(0);
    }
    answer.next.tail(memory) = flat(remembered);
    return answer;
  }

  bool is_unsaturated_at_rest() const {
    return (*this)(Vector::Zero(measured() + memory)).is_unsaturated;
  }

  /// Its Jacobian, with elements that are only rounding set to 0. nullopt: it has none at rest,
  /// where commands saturate or the law is not differentiable.
  std::optional<Matrix> slopes() const {
    const Index n = measured() + memory, rows = commands() + memory;
    Matrix rough(rows, n);
    for (Index k = 0; k < n; ++k) {
      const std::optional<Vector> slope = rough_slope(k);
      if (!slope) return std::nullopt;
      rough.col(k) = *slope;
    }
    const Vector size = sizes(rough);
    // By row: smaller elements contribute less than the rounding of the largest.
    const Vector least = 1e-9 * (rough.cwiseAbs() * size.asDiagonal()).rowwise().maxCoeff();
    Matrix all = Matrix::Zero(rows, n);
    for (Index k = 0; k < n; ++k) {
      if (size[k] == 0) continue;  // it never moves: its column does not matter
      const std::optional<Vector> slope = slope_along(k, least / size[k]);
      if (!slope) return std::nullopt;
      all.col(k) = (slope->array().abs() * size[k] < least.array()).select(0, slope->array());
    }
    return all;
  }

 private:
  /// Nothing but a closed loop.
  static FlightPlan plan_of(const ControlPlan& control, double step_s) {
    FlightPlan plan{};
    plan.control = control;
    plan.step_s = step_s;
    return plan;
  }

  /// A central difference, and a bound of its rounding error.
  struct Difference {
    Vector slope, rounding;
  };

  /// nullopt: commands saturate within h.
  std::optional<Difference> difference(Index k, double h) const {
    const Vector d = h * Vector::Unit(measured() + memory, k);
    const Answer ahead = (*this)(d), behind = (*this)(-d);
    if (!ahead.is_unsaturated || !behind.is_unsaturated) return std::nullopt;
    constexpr double rounded = 64 * 0x1p-53;  // of a law of some dozens of operations
    return Difference{(ahead.next - behind.next) / (2 * h),
                      rounded / h * ahead.next.cwiseAbs().cwiseMax(behind.next.cwiseAbs())};
  }

  static constexpr double longest_step = 1e-2, shortest_step = 1e-10;

  /// Over the longest step without saturation.
  std::optional<Vector> rough_slope(Index k) const {
    for (double h = longest_step; h > shortest_step; h /= 4) {
      if (const std::optional<Difference> whole = difference(k, h)) return whole->slope;
    }
    return std::nullopt;
  }

  /// Size of the changes of the memory, in its units, for changes of the measured state by 1.
  Vector sizes(const Matrix& rough) const {
    Vector size = Vector::Zero(measured() + memory);
    size.head(measured()).setOnes();
    for (int generation = 0; generation < 10; ++generation) {
      for (Index j = 0; j < memory; ++j) {
        Vector by = rough.row(commands() + j).transpose().cwiseAbs().cwiseProduct(size);
        by[measured() + j] = 0;
        size[measured() + j] = std::max(size[measured() + j], by.maxCoeff());
      }
    }
    return size;
  }

  /// The measured state is in m, rad and s, the memory in many units, and margins of rotors differ
  /// by orders of magnitude between vehicles: so the step shrinks until nothing saturates within it
  /// and a step of half its size gives the same slope, but for differences below `least`.
  std::optional<Vector> slope_along(Index k, const Vector& least) const {
    for (double h = longest_step; h > shortest_step; h /= 4) {
      const std::optional<Difference> whole = difference(k, h);
      if (!whole) continue;
      const std::optional<Difference> half = difference(k, h / 2);
      if (!half) continue;
      const Vector apart = (whole->slope - half->slope).cwiseAbs();
      const Vector allowed = 1e-6 * half->slope.cwiseAbs() + half->rounding + 0.5 * least;
      // The errors, of h^2, are four to one (L. F. Richardson).
      if ((apart.array() <= allowed.array()).all()) return (4 * half->slope - whole->slope) / 3;
    }
    return std::nullopt;
  }

  static int memory_size(int kind) {
    int size = 0;
    with_alternative<Controller>(kind, [&]<class C>() { size = control_memory_size<C>(); });
    return size;
  }

  Vector flat(const ControlMemory<Lane>& remembered) const {
    Vector values(memory);
    for (Index k = 0; k < memory; ++k) values[k] = remembered[static_cast<std::size_t>(k)].lane(0);
    return values;
  }

  Feedback<Lane> seen(const Vector& d) const {
    const auto& q = model_.attitude;
    const Quat<double> r = product<double>(
        {q[0], q[1], q[2], q[3]}, quaternion_exp<double>({0.5 * d[6], 0.5 * d[7], 0.5 * d[8]}));
    Feedback<Lane> x;
    x.position = {d[0], d[1], d[2]}, x.velocity = {d[3], d[4], d[5]};
    x.attitude = {r.w, r.x, r.y, r.z}, x.body_rate = {d[9], d[10], d[11]};
    if (measured() > 12) x.rotor_speed = model_.rotor_speed_rad_s + d[12];
    return x;
  }

  const CommandedModel& model_;
  FlightPlan plan_;
  SampleParts parts_;
  SampleRow row_;
  std::optional<ControlLaw<Lane>> law_;
  Vector rest_;
};

/// The Jacobian of [commands, next memory] by [measured, memory], without the part of the memory
/// that the law never changes: it belongs to other laws.
Matrix without_constants(const Matrix& slopes, Index commands, Index measured) {
  std::vector<Index> rows, columns;
  for (Index k = 0; k < commands; ++k) rows.push_back(k);
  for (Index k = 0; k < measured; ++k) columns.push_back(k);
  for (Index k = 0; k < slopes.rows() - commands; ++k) {
    const Vector unit = Vector::Unit(slopes.cols(), measured + k);
    if ((slopes.row(commands + k).transpose() - unit).cwiseAbs().maxCoeff() < 1e-9) continue;
    rows.push_back(commands + k);
    columns.push_back(measured + k);
  }
  return slopes(rows, columns);
}

/// Measurement matrix for a state whose last numbers are body rates at past updates, the latest
/// first: the body rate `age` updates ago, interpolated between two.
Matrix view(Index seen, Index size, Index past, double age) {
  Matrix view = Matrix::Zero(seen, size);
  view.leftCols(seen).setIdentity();
  const auto whole = static_cast<Index>(age);
  const double part = age - static_cast<double>(whole);
  const auto place = [&](Index ago) { return ago == 0 ? 9 : size - past + 3 * (ago - 1); };
  for (Index axis = 0; axis < 3; ++axis) {
    view(9 + axis, 9 + axis) = 0;
    view(9 + axis, place(whole) + axis) += 1 - part;
    if (part > 0) view(9 + axis, place(whole + 1) + axis) += part;
  }
  return view;
}

/// Body rates at past updates, the last numbers of the state. Delays longer than
/// most_past_updates are approximated by as many lags of first order: at the frequency w their gain
/// is exp(-(w delay)^2 / (2 most_past_updates)), 0.97 where the delay costs 80 degrees of phase.
void remember_rates(Index past, double age, Matrix& matrix) {
  const double step = std::min(1.0, most_past_updates / std::max(age, 1.0));
  const Index first = matrix.rows() - past;
  for (Index k = 0; k < past; ++k) {
    matrix(first + k, first + k) = 1 - step;
    matrix(first + k, k < 3 ? 9 + k : first + k - 3) = step;
  }
}

/// Transition matrix from one update to the next of [vehicle, last commands, memory, past body
/// rates].
LoopModel held_loop(const CommandedModel& model, const LawAtHover& law, const Matrix& all_slopes,
                    double period_s, double delay_s, double rate_age_s) {
  const SampledModel held = sampled(model.vehicle.A, model.vehicle.B, period_s, delay_s);
  const Index n = held.transition.rows(), m = law.commands(), seen = law.measured();
  const Matrix slopes = without_constants(all_slopes, m, seen);
  const double age = rate_age_s / period_s, counted = std::min(age, most_past_updates);
  const Index r = slopes.rows() - m, past = 3 * static_cast<Index>(std::ceil(counted));
  const Index size = n + m + r + past;
  const Matrix sight = view(seen, size, past, counted);
  LoopModel loop;
  loop.matrix = Matrix::Zero(size, size);
  loop.period_s = period_s;
  loop.commands = slopes.topLeftCorner(m, seen) * sight;
  loop.commands.middleCols(n + m, r) += slopes.topRightCorner(m, r);
  loop.matrix.topLeftCorner(n, n) = held.transition;
  loop.matrix.block(0, n, n, m) = held.before;
  loop.matrix.topRows(n) += held.now * loop.commands;
  loop.matrix.middleRows(n, m) = loop.commands;
  loop.matrix.middleRows(n + m, r) = slopes.bottomLeftCorner(r, seen) * sight;
  loop.matrix.block(n + m, n + m, r, r) += slopes.bottomRightCorner(r, r);
  remember_rates(past, age, loop.matrix);
  loop.commands_by_rate = slopes.block(0, 9, m, 3);
  loop.by_rate = Matrix::Zero(size, 3);
  loop.by_rate.topRows(n) = held.now * loop.commands_by_rate;
  loop.by_rate.middleRows(n, m) = loop.commands_by_rate;
  loop.by_rate.middleRows(n + m, r) = slopes.block(m, 9, r, 3);
  return loop;
}

LoopModel continuous_loop(const CommandedModel& model, const LawAtHover& law,
                          const Matrix& slopes) {
  LoopModel loop;
  loop.matrix = model.vehicle.A;
  loop.matrix.leftCols(law.measured()) +=
      model.vehicle.B * slopes.topLeftCorner(law.commands(), law.measured());
  return loop;
}

bool is_unstable(const LoopModel& model) { return model.growth_1_s() > least_growth_1_s; }

bool is_stable_with(const Plan& plan, const Scenario& there, std::int64_t every,
                    std::int64_t delay) {
  const auto model = loop_model(plan, there, every, delay);
  return model && !is_unstable(*model);
}

/// The largest number below `limit` for which the test holds, if it holds for those below; -1:
/// none.
template <class Test>
std::int64_t largest(std::int64_t first, std::int64_t limit, const Test& test) {
  if (first >= limit || !test(first)) return -1;
  std::int64_t good = first, bad = limit;
  while (bad - good > 1) {
    const std::int64_t middle = good + (bad - good) / 2;
    (test(middle) ? good : bad) = middle;
  }
  return good;
}

/// What would do.
std::string remedy(const Plan& plan, const Scenario& there) {
  const std::int64_t every = plan.time.control.every, delay = plan.time.control.delay;
  const double step_s = plan.time.step_s;
  if (plan.time.control.continuous) return "Change the gains";
  const std::int64_t sooner =
      largest(0, delay, [&](std::int64_t d) { return is_stable_with(plan, there, every, d); });
  if (sooner >= 0) {
    return fmt::format("It is stable with a delay of at most {:.4g} s",
                       static_cast<double>(sooner) * step_s);
  }
  const std::int64_t shorter = largest(
      1, every, [&](std::int64_t n) { return is_stable_with(plan, there, n, std::min(n, delay)); });
  if (shorter < 0) return "No rate of this step makes it stable: change the gains";
  return fmt::format("It is stable from {:.4g} Hz on", 1 / (static_cast<double>(shorter) * step_s));
}

std::string complex_text(std::complex<double> z) {
  if (std::fabs(z.imag()) < 1e-9) return fmt::format("{:.6g}", z.real());
  return fmt::format("{:.6g} +- {:.6g}i", z.real(), std::fabs(z.imag()));
}

Problem warning(const Plan& plan, const Scenario& there, const LoopModel& model,
                const std::string& where, std::int64_t point) {
  const std::complex<double> z = model.slowest_to_decay();
  const bool is_held = model.period_s > 0;
  Problem p;
  p.where = where;
  p.is_warning = true;
  p.what = "the gains make the loop unstable at hover";
  if (plan.sweep.axes() > 0) p.what = fmt::format("sweep point {}: {}", point, p.what);
  p.why = is_held ? fmt::format("an eigenvalue per period of {:.4g} s is {}, of size {:.6g}",
                                model.period_s, complex_text(z), std::abs(z))
                  : fmt::format("an eigenvalue is {} 1/s", complex_text(z));
  p.why += fmt::format(": deviations double in {:.3g} s", ln2 / model.growth_1_s());
  if (is_held) {
    p.why += fmt::format(", the pole is at {} 1/s", complex_text(std::log(z) / model.period_s));
  }
  if (model.rate_age_s > 0) {
    p.why += fmt::format("; the body rates of the gyroscope are {:.3g} s old", model.rate_age_s);
  }
  p.suggestion = remedy(plan, there);
  return p;
}

}  // namespace

std::complex<double> LoopModel::slowest_to_decay() const {
  const Eigen::VectorXcd all = eigenvalues(matrix);
  return *std::max_element(all.data(), all.data() + all.size(), [&](const auto& a, const auto& b) {
    return period_s > 0 ? std::abs(a) < std::abs(b) : a.real() < b.real();
  });
}

double LoopModel::growth_1_s() const {
  const std::complex<double> z = slowest_to_decay();
  return period_s > 0 ? std::log(std::abs(z)) / period_s : z.real();
}

std::optional<LoopModel> loop_model(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where) {
  TimeGrid time = plan.time;
  time.control.every = every, time.control.delay = delay;
  const WorldConstants<double> world = fold_world(*there.environment, {0, 0, 0});
  const KnownModel known = known_model(there, world, time, where);
  const auto* lqr = std::get_if<LqrController>(&*there.controller);
  const auto model = commanded_model(*there.vehicle, {world.gravity[0], world.air.density_kg_m3},
                                     lqr != nullptr ? lqr->rotor_speed_rad_s : std::nullopt);
  if (!model) return std::nullopt;
  const PreparedControl prepared(plan);  // holds what the ControlPlan points to
  ControlPlan control = prepared.control;
  control.every = every, control.delay = delay;
  std::vector<double> row(static_cast<std::size_t>(control.row));
  fold_control(there, known, control, row.data());
  const LawAtHover law(control, time.step_s, std::move(row), *model);
  const std::optional<Matrix> slopes = law.slopes();
  if (!slopes) return std::nullopt;
  if (time.control.continuous) return continuous_loop(*model, law, *slopes);
  const double period_s = static_cast<double>(every) * time.step_s;
  const double delay_s = static_cast<double>(delay) * time.step_s;
  const double rate_age_s = body_rate_age(plan, there, every) * time.step_s;
  LoopModel loop = held_loop(*model, law, *slopes, period_s, delay_s, rate_age_s);
  loop.rate_age_s = rate_age_s;
  loop.margin = model->margin;
  return loop;
}

namespace {

/// Whether a scenario closes a loop around a hover, which set-points do not hold, by a law that can
/// be looked into.
bool has_hover_loop(const Scenario& scenario) {
  return loop_timing(*scenario.controller) != nullptr &&
         set_points(*scenario.controller) == nullptr &&
         !std::holds_alternative<LibraryController>(*scenario.controller);
}

/// What is wrong with the loop at a point of the sweep.
std::optional<Problem> warning_at(const Plan& plan, const Scenario& there, const std::string& where,
                                  std::int64_t point) {
  const auto& control = plan.time.control;
  const auto model = loop_model(plan, there, control.every, control.delay, where);
  if (!model) return std::nullopt;
  if (is_unstable(*model)) return warning(plan, there, *model, where, point);
  return noise_warning(plan, there, *model, where, point);
}

}  // namespace

std::vector<Problem> loop_warnings(const Plan& plan, const std::string& where) {
  for (std::int64_t point = 0; point < std::min(plan.sweep.points(), most_points); ++point) {
    const Plan& of = plan.at(point);
    if (!has_hover_loop(of.scenario)) continue;
    Scenario there = of.scenario;
    if (plan.sweep.axes() > 0) SweepTargets(plan.sweep, there).go_to(point);
    if (const auto problem = warning_at(of, there, where, point)) return {*problem};
  }
  return {};
}

}  // namespace montecopter
