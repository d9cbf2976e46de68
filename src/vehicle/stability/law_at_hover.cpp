#include "vehicle/stability/law_at_hover.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/numerics/fixed_order.hpp"
#include "core/numerics/pack.hpp"
#include "core/numerics/quaternion_exp.hpp"
#include "simulate/lanes/control_law.hpp"
#include "simulate/setup/prepared_flights.hpp"

namespace montecopter {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

struct SetUp;  // distinguishes these lanes from those of the kernels
using Lane = Pack<isa::OneLane<SetUp>>;

/// The control law of the flights as a function of deviations from hover, for linearisation.
class LawAtHover {
 public:
  /// Size of its memory, including commands that wait.
  const Eigen::Index memory;

  /// Evaluates the law; `row`: see fold_control().
  LawAtHover(const ControlPlan& control, double step_s, std::vector<double> row,
             const CommandedModel& model)
      : memory(memory_size(control.kind) + waiting_numbers(control.pending)),
        pending_(static_cast<std::size_t>(control.pending.law_numbers())),
        model_(model),
        plan_(plan_of(control, step_s)),
        parts_(parts_of(plan_)),
        row_(parts_) {
    plan_.parts = &parts_;
    std::copy(row.begin(), row.end(), row_[&SampleParts::control].begin());
    set_hover_point();
    LaneIo io{};
    io.row = row_.data();
    law_.emplace(plan_, &io, 1, pending_.data());
    ControlMemory<Lane> start;
    law_->start(seen(Vector::Zero(measured())), start);
    rest_ = flat(start);
    for (int k = 0; k < 1000; ++k) {
      Vector next = (*this)(Vector::Zero(measured() + memory)).next.tail(memory);
      if (next == rest_) break;  // it no longer changes
      rest_ = std::move(next);
    }
    settle();
  }

  /// Output of the control law for an input [measured, memory].
  struct Answer {
    Vector next;                 ///< [commands, memory then]
    bool is_unsaturated = true;  ///< no command is at a limit
  };

  /// Size of the measurement: position, velocity, rotation vector, body rate; for a helicopter the
  /// main rotor speed.
  Eigen::Index measured() const { return model_.rotor_speed_rad_s > 0 ? 13 : 12; }
  Eigen::Index commands() const { return model_.vehicle.B.cols(); }

  /// Response to deviations of [measured, memory].
  Answer operator()(const Vector& d) const {
    const Feedback<Lane> x = seen(d.head(measured()));
    Reference<Lane> hover;
    const Lane zero(0.0), heading(heading_);
    hover.position = hover.velocity = hover.acceleration = hover.jerk =
        hover.snap = {zero, zero, zero};
    hover.set_heading(heading, zero, zero);
    ControlMemory<Lane> remembered;
    for (Eigen::Index k = 0; k < memory; ++k)
      place_of(k, remembered) = rest_[k] + d[measured() + k];
    ControlLaw<Lane>::Commands commanded;
    Answer answer;
    answer.is_unsaturated = all(law_->update(0, x, hover, remembered, commanded));
    answer.next.resize(commands() + memory);
    for (Eigen::Index k = 0; k < commands(); ++k) {
      answer.next[k] = commanded[static_cast<std::size_t>(k)].lane(0);
    }
    answer.next.tail(memory) = flat(remembered);
    return answer;
  }

  /// Its Jacobian by one difference for each column. nullopt: commands saturate at rest.
  std::optional<Matrix> rough_slopes() const {
    Matrix rough(commands() + memory, measured() + memory);
    for (Eigen::Index k = 0; k < rough.cols(); ++k) {
      const std::optional<Vector> slope = rough_slope(k);
      if (!slope) return std::nullopt;
      rough.col(k) = *slope;
    }
    return rough;
  }

  /// Its Jacobian, with elements within rounding set to 0. nullopt: it has none at rest, because
  /// commands saturate or the control law is not differentiable.
  std::optional<Matrix> slopes() const {
    const std::optional<Matrix> found = rough_slopes();
    if (!found) return std::nullopt;
    const Matrix& rough = *found;
    const Eigen::Index n = rough.cols(), rows = rough.rows();
    const Vector size = sizes(rough);
    // For each row: smaller elements contribute less than the rounding of the largest.
    const Vector least = 1e-9 * (rough.cwiseAbs() * size.asDiagonal()).rowwise().maxCoeff();
    Matrix all = Matrix::Zero(rows, n);
    for (Eigen::Index k = 0; k < n; ++k) {
      if (size[k] == 0) continue;  // it never changes: its column does not matter
      const std::optional<Vector> slope = slope_along(k, least / size[k]);
      if (!slope) return std::nullopt;
      all.col(k) = (slope->array().abs() * size[k] < least.array()).select(0, slope->array());
    }
    return all;
  }

 private:
  /// A plan with only a closed loop.
  static FlightPlan plan_of(const ControlPlan& control, double step_s) {
    FlightPlan plan{};
    plan.control = control;
    plan.control.trimmed = false;  // it is examined about its hover
    plan.step_s = step_s;
    return plan;
  }

  /// State at rest, as one vector.
  Vector numbers_of_rest() const {
    Vector z(4 + memory + asked());
    z << place_, heading_, rest_, Eigen::Map<const Vector>(hover_point_.data(), asked());
    return z;
  }
  void rest_at(const Vector& z) {
    place_ = z.head(3), heading_ = z[3], rest_ = z.segment(4, memory);
    std::copy_n(z.data() + 4 + memory, asked(), hover_point_.begin());
  }

  /// Number of set-point values that may have to change for the vehicle to hover; 0 for a
  /// controller that follows a path.
  Eigen::Index asked() const { return plan_.control.set_point_width; }

  /// Residual of such a rest: the commands of the axes besides the hover commands, in units of its
  /// thrust (servos: in theirs), and the change of the memory.
  Vector unrest(const Vector& z, const Matrix& axes) {
    rest_at(z);
    const Answer answer = (*this)(Vector::Zero(measured() + memory));
    const Vector beside = answer.next.head(commands()) - model_.vehicle.trim.commands;
    const double unit = measured() > 12 ? 1 : model_.hover[0];
    Vector all(axes.rows() + memory);
    all << fixed_order::product(axes, beside) / unit, answer.next.tail(memory) - rest_;
    return all;
  }

  /// Finds the rest by Newton's method. A controller designed for another vehicle rests beside its
  /// reference: a heavier vehicle hangs below it until the error commands the missing thrust, or
  /// the integrals hold it. Set-points are adjusted. A control law without a rest stays where its
  /// error is 0.
  void settle() {
    // Relative: tolerance of Newton's method, and step of its derivatives.
    constexpr double least = 1e-9, step = 1e-4;
    const Matrix axes = axes_of_commands(model_.allocation);
    const Vector start = numbers_of_rest();
    Vector z = start, off = unrest(z, axes);
    if (off.head(axes.rows()).cwiseAbs().maxCoeff() <= least) return;
    for (int round = 0; round < 20; ++round) {
      Matrix slope(off.size(), z.size());
      for (Eigen::Index k = 0; k < z.size(); ++k) {
        const Vector d = step * std::max(1.0, std::fabs(z[k])) * Vector::Unit(z.size(), k);
        slope.col(k) = (unrest(z + d, axes) - unrest(z - d, axes)) / (2 * d[k]);
      }
      z -= fixed_order::any_solution(std::move(slope), off);
      off = unrest(z, axes);
      const double most = z.cwiseAbs().maxCoeff();
      if (off.cwiseAbs().maxCoeff() <= least * std::max(1.0, most)) return;
      if (!std::isfinite(most)) break;
    }
    rest_at(start);
  }

  /// Sets one row with the hover set-point, for controllers that follow set-points.
  void set_hover_point() {
    const auto& q = model_.attitude;
    const double thrust = model_.hover[0];
    if (plan_.control.set_point == SetPointKind::body_rate) hover_point_ = {0, 0, 0, thrust};
    if (plan_.control.set_point == SetPointKind::attitude) {
      hover_point_ = {q[0], q[1], q[2], q[3], thrust};
    }
    plan_.commands = hover_point_.data();
    plan_.command_steps = &hover_step_;
    plan_.command_rows = 1;
  }

  /// A central difference, and a bound of its rounding error.
  struct Difference {
    Vector slope, rounding;
  };

  /// Returns nullopt if commands saturate within h.
  std::optional<Difference> difference(Eigen::Index k, double h) const {
    const Vector d = h * Vector::Unit(measured() + memory, k);
    const Answer ahead = (*this)(d), behind = (*this)(-d);
    if (!ahead.is_unsaturated || !behind.is_unsaturated) return std::nullopt;
    constexpr double rounded = 64 * 0x1p-53;  // for a control law of some dozens of operations
    return Difference{(ahead.next - behind.next) / (2 * h),
                      rounded / h * ahead.next.cwiseAbs().cwiseMax(behind.next.cwiseAbs())};
  }

  /// Steps of differences, in m, rad and s; below the shortest, rounding leaves too few digits.
  static constexpr double longest_step = 1e-2, shortest_step = 1e-10;

  /// Derivative over the longest step without saturation.
  std::optional<Vector> rough_slope(Eigen::Index k) const {
    for (double h = longest_step; h > shortest_step; h /= 4) {
      if (const std::optional<Difference> whole = difference(k, h)) return whole->slope;
    }
    return std::nullopt;
  }

  /// Size of the changes of the memory, in its units, for unit changes of the measured state.
  Vector sizes(const Matrix& rough) const {
    Vector size = Vector::Zero(measured() + memory);
    size.head(measured()).setOnes();
    const int generations = 10 + plan_.control.pending.updates;  // each moves a queue by one place
    for (int generation = 0; generation < generations; ++generation) {
      for (Eigen::Index j = 0; j < memory; ++j) {
        Vector by = rough.row(commands() + j).transpose().cwiseAbs().cwiseProduct(size);
        by[measured() + j] = 0;
        size[measured() + j] = std::max(size[measured() + j], by.maxCoeff());
      }
    }
    return size;
  }

  /// Derivative along one number. The measured state is in m, rad and s, the memory in many units,
  /// and margins of rotors differ by orders of magnitude between vehicles. So the step shrinks
  /// until nothing saturates and half the step gives the same derivative in six digits, apart from
  /// differences below `least`.
  std::optional<Vector> slope_along(Eigen::Index k, const Vector& least) const {
    for (double h = longest_step; h > shortest_step; h /= 4) {
      const std::optional<Difference> whole = difference(k, h);
      if (!whole) continue;
      const std::optional<Difference> half = difference(k, h / 2);
      if (!half) continue;
      const Vector apart = (whole->slope - half->slope).cwiseAbs();
      const Vector allowed = 1e-6 * half->slope.cwiseAbs() + half->rounding + 0.5 * least;
      // Errors are of order h^2: a ratio of four to one (L. F. Richardson).
      if ((apart.array() <= allowed.array()).all()) return (4 * half->slope - whole->slope) / 3;
    }
    return std::nullopt;
  }

  static int memory_size(int kind) {
    int size = 0;
    with_alternative<Controller>(kind, [&]<class C>() { size = control_memory_size<C>(); });
    return size;
  }

  static int waiting_numbers(const PendingPlan& pending) {
    return pending.updates * pending.law_width;
  }

  /// Element k of the memory.
  Lane& place_of(Eigen::Index k, ControlMemory<Lane>& remembered) const {
    const Eigen::Index own = memory - waiting_numbers(plan_.control.pending);
    return k < own ? remembered[static_cast<std::size_t>(k)]
                   : pending_[static_cast<std::size_t>(k - own)];
  }

  Vector flat(ControlMemory<Lane>& remembered) const {
    Vector values(memory);
    for (Eigen::Index k = 0; k < memory; ++k) values[k] = place_of(k, remembered).lane(0);
    return values;
  }

  Feedback<Lane> seen(const Vector& d) const {
    const auto& q = model_.attitude;
    const Quat<double> r = product<double>(
        {q[0], q[1], q[2], q[3]}, quaternion_exp<double>({0.5 * d[6], 0.5 * d[7], 0.5 * d[8]}));
    Feedback<Lane> x;
    x.position = {place_[0] + d[0], place_[1] + d[1], place_[2] + d[2]};
    x.velocity = {d[3], d[4], d[5]};
    x.attitude = {r.w, r.x, r.y, r.z}, x.body_rate = {d[9], d[10], d[11]};
    if (measured() > 12) x.rotor_speed = model_.rotor_speed_rad_s + d[12];
    return x;
  }

  mutable std::vector<Lane> pending_;  ///< the law's, then its gains
  const CommandedModel& model_;
  FlightPlan plan_;
  SampleParts parts_;
  SampleRow row_;
  std::array<double, 5> hover_point_{};
  std::int64_t hover_step_ = 0;
  std::optional<ControlLaw<Lane>> law_;
  // State at rest: position beside the reference, heading relative to the vehicle's, and memory.
  Vector place_ = Vector::Zero(3);
  double heading_ = 0;
  Vector rest_;
};

/// The Jacobian of [commands, next memory] by [measured, memory], without constant memory. Its row
/// is 0, or that of the unit matrix within the rounding of differences: it belongs to other control
/// laws, or to filters that are off.
Matrix without_constants(const Matrix& slopes, Eigen::Index commands, Eigen::Index measured) {
  std::vector<Eigen::Index> rows, columns;
  for (Eigen::Index k = 0; k < commands; ++k) rows.push_back(k);
  for (Eigen::Index k = 0; k < measured; ++k) columns.push_back(k);
  for (Eigen::Index k = 0; k < slopes.rows() - commands; ++k) {
    const Vector row = slopes.row(commands + k), unit = Vector::Unit(slopes.cols(), measured + k);
    if ((row - unit).cwiseAbs().maxCoeff() < 1e-9 || row.isZero(0)) continue;
    rows.push_back(commands + k);
    columns.push_back(measured + k);
  }
  return slopes(rows, columns);
}

}  // namespace

std::optional<LinearLaw> law_at_hover(const ControlPlan& control, double step_s,
                                      std::vector<double> row, const CommandedModel& model,
                                      SlopeDigits digits) {
  const LawAtHover law(control, step_s, std::move(row), model);
  const std::optional<Matrix> slopes =
      digits == SlopeDigits::few ? law.rough_slopes() : law.slopes();
  if (!slopes) return std::nullopt;
  return LinearLaw{without_constants(*slopes, law.commands(), law.measured()), law.commands(),
                   law.measured()};
}

}  // namespace montecopter
