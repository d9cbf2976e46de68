#pragma once
/// The closed loop of one pack of samples: it decides when the controller is updated, and when its
/// commands take effect. FlightInputs calls act() at the steps next(). In order, act() does this:
///
///   1. At the step of their release, it applies the commands computed last.
///   2. At an update, it evaluates the reference, and ControlLaw, or ExternalLaw of a program,
///      computes commands. Without a delay they apply at once, else from the release on, at most
///      one period later. With a longer delay they join a queue, and commands that leave it are
///      released in the same way.
///   3. At an update, it counts the tracking errors of the true state.
///   4. It sets the next step: the release or the next update, whichever comes first.
///
/// The members are packs: the control law with the sample's row, its memory (ControlMemory), the
/// path, and the applied and computed commands. Only the queue and programs use memory of the
/// thread, behind the memory of sensors and estimator (kernel_api.hpp). Compiled once per type of
/// lanes, not once per vehicle.

#include "dynamics/trajectories/diversion.hpp"
#include "simulate/lanes/control_law.hpp"
#include "simulate/lanes/external_law.hpp"
#include "simulate/lanes/tracking.hpp"

namespace montecopter {

template <class S>
class ControlLoop {
 public:
  using Flying = typename ControlLaw<S>::Flying;
  using Commands = typename ControlLaw<S>::Commands;

  /// `memory` is the argument of Kernel::fly.
  [[gnu::noinline]] ControlLoop(const FlightPlan& plan, const LaneIo* lanes, int count,
                                double* memory)
      : plan_(plan),
        pending_(queue_in(memory)),
        law_(plan, lanes, count, pending_.numbers + pending_.updates * pending_.width),
        external_(plan, law_, lanes, count, memory) {
    if (!control().is_closed()) return;
    law_.hover(held_);
    computed_ = held_;
    pending_.fill(held_.data());
    path_ = Path<S>(control().path, law_.path());
    tracking_ = Tracking<S>(plan_, law_.path());
    next_ = update_ = 0;
  }

  /// The next step at which act() has to be called; -1: never.
  std::int64_t next() const { return next_; }

  /// Commands in effect [unit of the vehicle's input], not clamped.
  const Commands& commands() const { return held_; }

  /// Does the work of step n, which is next(). The commands computed last may take effect, and new
  /// ones may be computed from `feedback`. Tracking errors are errors of the true state, `truth`.
  [[gnu::noinline]] void act(std::int64_t n, const Feedback<S>& feedback, const Feedback<S>& truth,
                             const Flying& flying) {
    if (n == release_) held_ = computed_;
    if (n == update_) {
      update(n, feedback, truth, flying);
      update_ = n + control().every;
      if (pending_.any()) pending_.exchange(computed_.data());
      if (control().delay > 0) release_ = n + control().release_after();
    }
    next_ = release_ > n && release_ < update_ ? release_ : update_;
  }

  /// Sets the readings that a program gets when it starts, if it gets any.
  [[gnu::noinline]] void begin_sensing(const Senses<S>& senses) { external_.begin_sensing(senses); }
  /// Takes the readings that the law gets from the next update on.
  [[gnu::noinline]] void sense(const Senses<S>& senses) { external_.sense(senses); }

  /// Lanes whose controller, if it is a program, has not failed.
  Flying works() const { return external_.works(); }

  /// Commands of a controller without memory at a time [s].
  [[gnu::noinline]] void evaluate(double t_s, const Feedback<S>& feedback,
                                  Commands& commands) const {
    law_.evaluate(feedback, reference(t_s), commands);
  }

  /// The trajectory at a time [s]. The reference of the last time is kept: limits and traces ask
  /// for it again.
  [[gnu::noinline]] const Reference<S>& reference(double t_s) const {
    if (t_s != reference_s_) {
      reference_ = path_.at(t_s), reference_s_ = t_s;
      if (plan_.events.divert) diversion_.apply(t_s, reference_);
    }
    return reference_;
  }

  /// Leaves the trajectory at a time in these lanes, from the state that the controller knows.
  [[gnu::noinline]] void divert(double t_s, const Flying& which, const DiversionLaw<S>& law,
                                const Feedback<S>& from) {
    diversion_.begin(which, t_s, law, from.position, from.velocity, reference(t_s));
    reference_s_ = -1.0;
  }

  /// Sets the gains to this factor times the initial gains.
  void scale_gains(const S& factor) { law_.scale_gains(factor); }
  /// Chooses the allocation of each lane: Events::allocation().
  void reallocate(const S& index) { law_.reallocate(index); }

  [[gnu::noinline]] void finish(LaneIo* lanes, int count) const {
    if (control().is_closed()) tracking_.finish(lanes, count);
    if (external_.is_there()) external_.finish();
  }

 private:
  const ControlPlan& control() const { return plan_.control; }

  PendingCommands<S> queue_in(double* memory) const {
    const PendingPlan& pending = control().pending;
    if (pending.updates == 0) return {};
    S* const packs = static_cast<S*>(static_cast<void*>(memory));
    return {packs + plan_.before_control(), pending.updates, pending.width};
  }

  void update(std::int64_t n, const Feedback<S>& feedback, const Feedback<S>& truth,
              const Flying& flying) {
    const double t_s = static_cast<double>(n) * plan_.step_s;
    const Reference<S> d = control().follows_path ? reference(t_s) : Reference<S>{};
    Commands& commands = control().delay == 0 ? held_ : computed_;
    const Flying unsaturated = external_.is_there()
                                   ? external_.update(n, feedback, d, flying, commands)
                                   : update_law(n, feedback, d, commands);
    if (control().follows_path) tracking_.count(n, t_s, truth, d, flying, unsaturated);
  }

  Flying update_law(std::int64_t n, const Feedback<S>& feedback, const Reference<S>& d,
                    Commands& commands) {
    if (n == 0) law_.start(feedback, memory_);
    return law_.update(n, feedback, d, memory_, commands);
  }

  const FlightPlan& plan_;
  PendingCommands<S> pending_;
  ControlLaw<S> law_;
  ExternalLaw<S> external_;
  Path<S> path_;
  mutable double reference_s_ = -1.0;  ///< before any time
  mutable Reference<S> reference_;
  Diversion<S> diversion_;
  typename ControlLaw<S>::Memory memory_;
  Commands held_, computed_;
  std::int64_t next_ = -1, update_ = -1, release_ = -1;
  Tracking<S> tracking_;
};

/// A vehicle whose controller, if `loop` is set, is evaluated with every derivative. Integrators
/// call at_stage() with the time of each stage within the step.
template <class Vehicle>
struct ContinuousControl : Vehicle {
  using S = typename Vehicle::S;
  using Input = typename Vehicle::Input;
  using StateType = typename Vehicle::StateType;
  static constexpr bool is_continuous = true;

  explicit ContinuousControl(const Vehicle& vehicle) : Vehicle(vehicle) {}
  template <class... Arguments>
  static ContinuousControl make(const Arguments&... arguments) {
    return ContinuousControl(Vehicle::make(arguments...));
  }

  void begin_step(double time_s) { time_ = time_s, ahead_ = 0.0; }
  void at_stage(double ahead_s) const { ahead_ = ahead_s; }

  void derivative(const StateType& state, const Input& input, StateType& rate) const {
    Vehicle::derivative(state, loop != nullptr ? commanded(state, input) : input, rate);
  }

  const ControlLoop<S>* loop = nullptr;  ///< for a controller that is part of the equations
  bool has_battery_limit = false;        ///< there is a battery, and commands are limited by it
  S command_limit = S(1.0);  ///< fraction of the highest commands that the battery allows

 private:
  /// The input with the controller's commands in this state.
  [[gnu::noinline]] const Input& commanded(const StateType& state, const Input& input) const {
    typename ControlLoop<S>::Commands commands;
    loop->evaluate(time_ + ahead_,
                   {state.position(), state.velocity(), state.attitude(), state.body_rate()},
                   commands);
    now_ = input;
    for (int i = 0; i < Vehicle::controls(); ++i) {
      now_.command[i] = Vehicle::clamp_command(i, commands[i]);
      if (has_battery_limit)
        now_.command[i] = Vehicle::within_command_limit(i, command_limit, now_.command[i]);
    }
    return now_;
  }

  double time_ = 0.0;
  mutable double ahead_ = 0.0;
  mutable Input now_;
};

}  // namespace montecopter
