#pragma once
/// The law of a controller for one pack of samples: what is seen becomes commands. It knows nothing
/// of when it is asked. Compiled once per type of lanes, not once per vehicle.

#include <algorithm>
#include <array>

#include "dynamics/controllers/mellinger_law.hpp"
#include "simulate/gather.hpp"

namespace montecopter {

template <class S>
class ControlLaw {
 public:
  using Flying = decltype(S(0.0) < S(0.0));
  using Commands = std::array<S, max_rotors>;
  using Memory = ControlMemory<S>;

  ControlLaw(const FlightPlan& plan, const LaneIo* lanes, int count) : plan_(plan) {
    if (!control().is_closed()) return;
    c_ = gather_struct<S>(lanes, count, plan.parts->control);
  }

  const PathConstants<S>& path() const { return c_.path; }

  /// Changes the gains to this factor of those at the start.
  void scale_gains(const S& factor) { gain_factor_ = factor; }

  /// Commands by which the vehicle hovers, as far as the controller knows.
  void hover(Commands& commands) const {
    if (control().kind == ControllerKind::lqr) {
      LqrCommand<S> none;
      none.fill(S(0.0));
      give(none, commands);
      return;
    }
    for (int i = 0; i < control().rotors; ++i) {
      const AllocatedRotor<S>& r = c_.allocation.rotor[i];
      commands[i] = command_for(r, r.per_thrust * (c_.vehicle.mass * c_.vehicle.gravity));
    }
  }

  /// What it remembers before it is first asked.
  [[gnu::noinline]] void start(const Feedback<S>& x, Memory& memory) const {
    const S zero(0.0);
    memory.given = memory.before = {c_.vehicle.mass * c_.vehicle.gravity, {zero, zero, zero}};
    memory.lacking = {zero, zero, zero};
    memory.px4.start(x);
    memory.indi.start(x, c_.vehicle);
    memory.rate.start(x);
    memory.lqr = {};
  }

  /// Commands at step n for a reference, or, of a controller that follows set-points, for their
  /// row. What is remembered advances by a look. Returns the lanes in which nothing that is
  /// commanded is at a limit.
  [[gnu::noinline]] Flying command(std::int64_t n, const Feedback<S>& x, const Reference<S>& d,
                                   Memory& memory, Commands& commands) const {
    switch (control().kind) {
      case ControllerKind::lqr:
        return regulated(x, d, memory.lqr, commands);
      case ControllerKind::px4:
      case ControllerKind::indi:
      case ControllerKind::rate:
        return allocated_for_memory(wrench_of(n, x, d, memory), memory, commands);
      default:
        return command(x, d, commands);
    }
  }

  /// The same of a law that remembers nothing.
  [[gnu::noinline]] Flying command(const Feedback<S>& x, const Reference<S>& d,
                                   Commands& commands) const {
    LeeGains<S> changed;
    const LeeGains<S>& gains = gains_now(c_.lee, changed);
    const bool is_lee = control().kind == ControllerKind::lee;
    return allocated(
        is_lee ? lee_wrench(gains, c_.vehicle, x, d) : mellinger_wrench(gains, c_.vehicle, x, d),
        commands);
  }

 private:
  const ControlPlan& control() const { return plan_.control; }

  /// Gains after the events so far; `changed` is where they stand if they are not those at the
  /// start.
  template <class Gains>
  const Gains& gains_now(const Gains& gains, Gains& changed) const {
    if (!plan_.events.change_gains) return gains;
    return changed = gain_factor_ * gains;
  }

  // --- from wrenches to commands ---------------------------------------------------------------

  /// `given`: as of allocate().
  Flying allocated(const Wrench<S>& wrench, Commands& commands, Wrench<S>* given = nullptr) const {
    Commands thrust;
    const Flying whole = allocate(c_.allocation, control().rotors, wrench, thrust.data(), given);
    for (int i = 0; i < control().rotors; ++i) {
      const AllocatedRotor<S>& r = c_.allocation.rotor[i];
      commands[i] = control().quadratic_rotors ? quadratic_command_for(r, thrust[i])
                                               : command_for(r, thrust[i]);
    }
    return whole;
  }

  Flying allocated_for_memory(const Wrench<S>& wrench, Memory& memory, Commands& commands) const {
    memory.before = memory.given;
    const Flying whole = allocated(wrench, commands, &memory.given);
    memory.lacking = wrench.moment - memory.given.moment;
    return whole;
  }

  // --- laws that remember ----------------------------------------------------------------------

  Wrench<S> wrench_of(std::int64_t n, const Feedback<S>& x, const Reference<S>& d,
                      Memory& memory) const {
    switch (control().kind) {
      case ControllerKind::px4:
        return px4_wrench(n, x, d, memory);
      case ControllerKind::indi: {
        IndiGains<S> changed;
        return indi_wrench(gains_now(c_.indi, changed), c_.vehicle, x, d, period(), applied(memory),
                           memory.indi);
      }
      default: {
        RateGains<S> changed;
        const double* row = set_point(n);
        return rate_wrench(gains_now(c_.rate, changed), c_.vehicle, x, vector(row), S(row[3]),
                           period(), memory.rate);
      }
    }
  }

  Wrench<S> px4_wrench(std::int64_t n, const Feedback<S>& x, const Reference<S>& d,
                       Memory& memory) const {
    Px4Gains<S> changed;
    Px4Cascade<S> cascade(gains_now(c_.px4, changed), c_.vehicle, x, period(), memory.lacking,
                          memory.px4);
    if (control().follows_path) return cascade.follow(d);
    const double* row = set_point(n);
    switch (control().set_point) {
      case SetPointKind::acceleration:
        return cascade.accelerate(vector(row), S(row[3]));
      case SetPointKind::attitude: {
        const Quat<S> q = {S(row[0]), S(row[1]), S(row[2]), S(row[3])};
        return cascade.point(normalised(q), S(row[4]), S(0.0));
      }
      default:
        return cascade.spin(vector(row), S(row[3]));
    }
  }

  S period() const { return S(static_cast<double>(control().every) * plan_.step_s); }

  /// What has been commanded on average over the period that ends now: a delay makes it older.
  Wrench<S> applied(const Memory& memory) const {
    const S older(static_cast<double>(control().delay) / static_cast<double>(control().every));
    const Wrench<S>&now = memory.given, &before = memory.before;
    return {fma(older, before.thrust - now.thrust, now.thrust),
            fma(older, before.moment - now.moment, now.moment)};
  }

  /// The row of the set-points that holds at step n, without its time.
  const double* set_point(std::int64_t n) const {
    const std::int64_t* first = plan_.command_steps;
    const auto row = std::upper_bound(first, first + plan_.command_rows, n) - first - 1;
    return plan_.commands + row * control().set_point_width;
  }

  static Vec3<S> vector(const double* row) { return {S(row[0]), S(row[1]), S(row[2])}; }

  // --- regulator -------------------------------------------------------------------------------

  Flying regulated(const Feedback<S>& x, const Reference<S>& d, LqrMemory<S>& memory,
                   Commands& commands) const {
    const LqrForm& form = control().lqr;
    const LqrTarget<S> target = lqr_target(form, c_.lqr, d);
    const LqrErrors<S> errors = lqr_errors_of(form, c_.lqr, x, d, target, memory);
    LqrErrors<S> changed;
    LqrCommand<S> command = lqr_wanted(form, c_.lqr, target, fed_back(errors, changed));
    const Flying whole = give(command, commands);
    lqr_remember(form, c_.lqr, x, d, errors, command, whole, memory);
    return whole;
  }

  /// What the gains at the start make of these is what those of now make of the errors; `changed`
  /// is where they stand if they are not the errors.
  const LqrErrors<S>& fed_back(const LqrErrors<S>& errors, LqrErrors<S>& changed) const {
    if (!plan_.events.change_gains) return errors;
    for (std::size_t k = 0; k < errors.size(); ++k) changed[k] = gain_factor_ * errors[k];
    return changed;
  }

  /// `command`, from the hover, becomes what is left of it.
  Flying give(LqrCommand<S>& command, Commands& commands) const {
    return control().lqr.commands == 4 ? give_wrench(command, commands)
                                       : give_servos(command, commands);
  }
  Flying give_wrench(LqrCommand<S>& command, Commands& commands) const {
    const LqrCommand<S>& hover = c_.lqr.hover;
    Wrench<S> given;
    const Flying whole =
        allocated({hover[0] + command[0],
                   {hover[1] + command[1], hover[2] + command[2], hover[3] + command[3]}},
                  commands, &given);
    command = {given.thrust - hover[0], given.moment.x - hover[1], given.moment.y - hover[2],
               given.moment.z - hover[3], S(0.0)};
    return whole;
  }
  Flying give_servos(LqrCommand<S>& command, Commands& commands) const {
    Flying whole = S(0.0) == S(0.0);
    for (int i = 0; i < control().rotors; ++i) {
      const S wanted = c_.lqr.hover[i] + command[i];
      commands[i] = clamp(wanted, c_.lqr.low[i], c_.lqr.high[i]);
      command[i] = commands[i] - c_.lqr.hover[i];
      whole = whole & (commands[i] == wanted);
    }
    return whole;
  }

  const FlightPlan& plan_;
  ControlConstants<S> c_;
  S gain_factor_ = S(1.0);
};

}  // namespace montecopter
