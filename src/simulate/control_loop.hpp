#pragma once
/// The closed loop of one pack of samples: when the controller looks and what it commands. Compiled
/// once per type of lanes, not once per vehicle.

#include <array>
#include <bit>

#include "dynamics/controllers/mellinger_law.hpp"
#include "simulate/kernel_api.hpp"
#include "simulate/tracking.hpp"

namespace montecopter {

template <class S>
class ControlLoop {
 public:
  static constexpr int width = Lanes<S>::width;
  using Flying = decltype(S(0.0) < S(0.0));
  using Commands = std::array<S, max_rotors>;

  ControlLoop(const FlightPlan& plan, const LaneIo* lanes, int count) : plan_(plan) {
    if (!control().is_closed()) return;
    gather(lanes, count);
    start();
  }

  /// The next step at which something happens; -1: never.
  std::int64_t next() const { return next_; }

  /// Commands that hold now [unit of the rotors' input], not clamped.
  const Commands& commands() const { return held_; }

  /// What happens at step n, which is next(): the commands computed last may take effect, and new
  /// ones may be computed from the feedback. The truth is for the metrics.
  [[gnu::noinline]] void act(std::int64_t n, const Feedback<S>& feedback, const Feedback<S>& truth,
                             const Flying& flying) {
    if (n == release_) held_ = computed_;
    if (n == look_) {
      look(n, feedback, truth, flying);
      look_ = n + control().every;
      release_ = n + control().delay;
      if (control().delay == 0) held_ = computed_;
    }
    next_ = release_ > n && release_ < look_ ? release_ : look_;
  }

  /// What a controller without memory commands at a time [s]. Returns the lanes in which no rotor
  /// is at a limit.
  [[gnu::noinline]] Flying evaluate(double t_s, const Feedback<S>& feedback,
                                    Commands& commands) const {
    return command(wrench_of(feedback, Path<S>(control().path, c_.path).at(t_s)), commands);
  }

  /// The trajectory at step n.
  [[gnu::noinline]] Reference<S> reference(std::int64_t n) const {
    return Path<S>(control().path, c_.path).at(static_cast<double>(n) * plan_.step_s);
  }

  void finish(LaneIo* lanes, int count) const {
    if (control().is_closed()) tracking_.finish(lanes, count);
  }

 private:
  const ControlPlan& control() const { return plan_.control; }

  /// Idle lanes repeat lane 0.
  void gather(const LaneIo* lanes, int count) {
    std::array<S, sizeof(c_) / sizeof(S)> flat;
    for (std::size_t k = 0; k < flat.size(); ++k) {
      alignas(64) double values[width];
      for (int i = 0; i < width; ++i) values[i] = lanes[i < count ? i : 0].control[k];
      flat[k] = S::load(values);
    }
    c_ = std::bit_cast<ControlConstants<S>>(flat);
  }

  /// Until the first commands take effect, the rotors carry the known weight.
  void start() {
    for (int i = 0; i < control().rotors; ++i) {
      const AllocatedRotor<S>& r = c_.allocation.rotor[i];
      held_[i] = command_for(r, r.per_thrust * (c_.vehicle.mass * c_.vehicle.gravity));
    }
    tracking_ = Tracking<S>(control(), c_.path);
    const S zero(0.0);
    memory_.given = memory_.before = {c_.vehicle.mass * c_.vehicle.gravity, {zero, zero, zero}};
    memory_.lacking = {zero, zero, zero};
    next_ = look_ = 0;
  }

  void look(std::int64_t n, const Feedback<S>& feedback, const Feedback<S>& truth,
            const Flying& flying) {
    Reference<S> d;
    if (control().follows_path) d = reference(n);
    const Flying whole = is_remembering() ? command_from_memory(n, feedback, d)
                                          : command(wrench_of(feedback, d), computed_);
    if (!control().follows_path) return;
    tracking_.count(static_cast<double>(n) * plan_.step_s, truth, d, flying, whole);
  }

  /// Commands for a wrench. Returns the lanes in which no rotor is at a limit. `given`: as of
  /// allocate().
  Flying command(const Wrench<S>& wrench, Commands& commands, Wrench<S>* given = nullptr) const {
    Commands thrust;
    const Flying whole = allocate(c_.allocation, control().rotors, wrench, thrust.data(), given);
    for (int i = 0; i < control().rotors; ++i) {
      commands[i] = command_for(c_.allocation.rotor[i], thrust[i]);
    }
    return whole;
  }

  // --- laws ------------------------------------------------------------------------------------

  bool is_remembering() const {
    return control().kind != ControllerKind::lee && control().kind != ControllerKind::mellinger;
  }

  /// Of laws that remember nothing.
  Wrench<S> wrench_of(const Feedback<S>& feedback, const Reference<S>& reference) const {
    if (control().kind == ControllerKind::mellinger) {
      return mellinger_wrench(c_.lee, c_.vehicle, feedback, reference);
    }
    return lee_wrench(c_.lee, c_.vehicle, feedback, reference);
  }

  /// Of the others, at step n. What they remember advances.
  [[gnu::noinline]] Flying command_from_memory(std::int64_t n, const Feedback<S>& feedback,
                                               const Reference<S>& reference) {
    Wrench<S> wrench;
    if (control().kind == ControllerKind::px4) {
      wrench = px4(n, feedback, reference);
    } else if (control().kind == ControllerKind::indi) {
      if (n == 0) memory_.indi.start(feedback, c_.vehicle);
      wrench =
          indi_wrench(c_.indi, c_.vehicle, feedback, reference, period(), applied(), memory_.indi);
    } else {
      if (n == 0) memory_.rate.start(feedback);
      const double* row = set_point(n);
      wrench = rate_wrench(c_.rate, c_.vehicle, feedback, vector(row), S(row[3]), period(),
                           memory_.rate);
    }
    memory_.before = memory_.given;
    const Flying whole = command(wrench, computed_, &memory_.given);
    memory_.lacking = wrench.moment - memory_.given.moment;
    return whole;
  }

  Wrench<S> px4(std::int64_t n, const Feedback<S>& feedback, const Reference<S>& reference) {
    if (n == 0) memory_.px4.start(feedback);
    Px4Cascade<S> cascade(c_.px4, c_.vehicle, feedback, period(), memory_.lacking, memory_.px4);
    if (control().follows_path) return cascade.follow(reference);
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
  Wrench<S> applied() const {
    const S older(static_cast<double>(control().delay) / static_cast<double>(control().every));
    const Wrench<S>&now = memory_.given, &before = memory_.before;
    return {fma(older, before.thrust - now.thrust, now.thrust),
            fma(older, before.moment - now.moment, now.moment)};
  }

  /// The row that holds at step n, without its time.
  const double* set_point(std::int64_t n) {
    while (row_ + 1 < plan_.command_rows && plan_.command_steps[row_ + 1] <= n) ++row_;
    return plan_.commands + row_ * control().set_point_width;
  }

  static Vec3<S> vector(const double* row) { return {S(row[0]), S(row[1]), S(row[2])}; }

  const FlightPlan& plan_;
  ControlConstants<S> c_;
  Commands held_, computed_;
  ControlMemory<S> memory_;  ///< of controllers that have one
  std::int64_t row_ = 0;     ///< of the set-points
  std::int64_t next_ = -1, look_ = -1, release_ = -1;
  Tracking<S> tracking_;
};

/// A vehicle whose controller is evaluated whenever its derivative is. Integrators tell it at which
/// time of the step a stage is.
template <class Vehicle>
struct Steered : Vehicle {
  using S = typename Vehicle::S;
  using Input = typename Vehicle::Input;
  using StateType = typename Vehicle::StateType;

  explicit Steered(const Vehicle& vehicle) : Vehicle(vehicle) {}
  template <class... Arguments>
  static Steered make(const Arguments&... arguments) {
    return Steered(Vehicle::make(arguments...));
  }

  void begin_step(double time_s) { time_ = time_s, ahead_ = 0.0; }
  void at_stage(double ahead_s) const { ahead_ = ahead_s; }

  void derivative(const StateType& state, const Input& input, StateType& rate) const {
    typename ControlLoop<S>::Commands commands;
    loop->evaluate(time_ + ahead_,
                   {state.position(), state.velocity(), state.attitude(), state.body_rate()},
                   commands);
    Input now = input;
    for (int i = 0; i < Vehicle::controls(); ++i) {
      now.command[i] = Vehicle::clamp_command(i, commands[i]);
    }
    Vehicle::derivative(state, now, rate);
  }

  const ControlLoop<S>* loop = nullptr;

 private:
  double time_ = 0.0;
  mutable double ahead_ = 0.0;
};

}  // namespace montecopter
