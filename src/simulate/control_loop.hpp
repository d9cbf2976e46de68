#pragma once
/// The closed loop of one pack of samples: when the controller looks, what it commands, and how
/// well the trajectory is followed. Compiled once per type of lanes, not once per vehicle.

#include <array>
#include <bit>

#include "dynamics/elementary.hpp"
#include "simulate/kernel_api.hpp"

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
  /// ones may be computed.
  [[gnu::noinline]] void act(std::int64_t n, const Feedback<S>& feedback, const Flying& flying) {
    if (n == release_) held_ = computed_;
    if (n == look_) {
      look(n, feedback, flying);
      look_ = n + control().every;
      release_ = n + control().delay;
      if (control().delay == 0) held_ = computed_;
    }
    next_ = release_ > n && release_ < look_ ? release_ : look_;
  }

  /// What the controller commands at a time [s]. Returns the lanes in which no rotor is at a limit.
  [[gnu::noinline]] Flying evaluate(double t_s, const Feedback<S>& feedback,
                                    Commands& commands) const {
    ControlMemory<S> memory = memory_;  // a law with a memory is never continuous
    return command_at(feedback, Path<S>(control().path, c_.path).at(t_s), memory, commands);
  }

  /// The law itself: what it commands, and what it remembers then. Returns as evaluate().
  Flying command_at(const Feedback<S>& feedback, const Reference<S>& reference,
                    ControlMemory<S>& memory, Commands& commands) const {
    switch (control().kind) {
      case ControllerKind::command_table:
        break;
      case ControllerKind::lee:
        return allocated(lee_wrench(c_.lee, c_.vehicle, feedback, reference), commands);
      case ControllerKind::lqr:
        return regulated(feedback, reference, memory.lqr, commands);
    }
    return S(0.0) == S(0.0);
  }

  void finish(LaneIo* lanes, int count) const {
    if (!control().is_closed()) return;
    for (int i = 0; i < count; ++i) {
      lanes[i].tracking = {looks_.lane(i),          saturated_.lane(i),    position2_.lane(i),
                           velocity2_.lane(i),      heading2_.lane(i),     most_position2_.lane(i),
                           most_velocity2_.lane(i), most_heading2_.lane(i)};
    }
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
    memory_ = {};
    if (control().kind == ControllerKind::lqr) {
      command_hover();
    } else {
      for (int i = 0; i < control().rotors; ++i) {
        const AllocatedRotor<S>& r = c_.allocation.rotor[i];
        held_[i] = command_for(r, r.per_thrust * (c_.vehicle.mass * c_.vehicle.gravity));
      }
    }
    looks_ = saturated_ = S(0.0);
    position2_ = velocity2_ = heading2_ = S(0.0);
    most_position2_ = most_velocity2_ = most_heading2_ = S(0.0);
    next_ = look_ = 0;
  }

  void look(std::int64_t n, const Feedback<S>& feedback, const Flying& flying) {
    const Reference<S> reference =
        Path<S>(control().path, c_.path).at(static_cast<double>(n) * plan_.step_s);
    const Flying whole = command_at(feedback, reference, memory_, computed_);
    const S one = select(flying, S(1.0), S(0.0));
    looks_ = looks_ + one;
    saturated_ = saturated_ + select(whole, S(0.0), one);
    const Vec3<S> e_x = feedback.position - reference.position;
    const Vec3<S> e_v = feedback.velocity - reference.velocity;
    const S e_h = heading_error(feedback.attitude, reference.heading);
    add(flying, dot(e_x, e_x), position2_, most_position2_);
    add(flying, dot(e_v, e_v), velocity2_, most_velocity2_);
    add(flying, e_h * e_h, heading2_, most_heading2_);
  }

  static void add(const Flying& flying, const S& square, S& sum, S& most) {
    const S counted = select(flying, square, S(0.0));
    sum = sum + counted;
    most = max(counted, most);
  }

  /// Angle from the reference to where the nose points, both horizontally [rad].
  static S heading_error(const Quat<S>& attitude, const S& heading) {
    const Rotation<S> R(attitude);
    S sine, cosine;
    sincos(heading, sine, cosine);
    return atan2(fnma(sine, R.xx, cosine * R.yx), fma(cosine, R.xx, sine * R.yx));
  }

  /// Commands of rotors that give a wrench; what is left of it to `given`.
  Flying allocated(const Wrench<S>& wrench, Commands& commands, Wrench<S>* given = nullptr) const {
    Commands thrust;
    const Flying whole = allocate(c_.allocation, control().rotors, wrench, thrust.data(), given);
    for (int i = 0; i < control().rotors; ++i) {
      commands[i] = command_for(c_.allocation.rotor[i], thrust[i]);
    }
    return whole;
  }

  Flying regulated(const Feedback<S>& feedback, const Reference<S>& reference, LqrMemory<S>& memory,
                   Commands& commands) const {
    const LqrForm& form = control().lqr;
    const LqrTarget<S> target = lqr_target(form, c_.lqr, reference);
    const LqrErrors<S> errors = lqr_errors_of(form, c_.lqr, feedback, reference, target, memory);
    LqrCommand<S> command = lqr_wanted(form, c_.lqr, target, errors);
    const Flying whole =
        form.commands == 4 ? give_wrench(command, commands) : give_servos(command, commands);
    lqr_remember(form, c_.lqr, feedback, reference, errors, command, whole, memory);
    return whole;
  }

  /// `command`, from the hover, becomes what is left of it.
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

  void command_hover() {
    LqrCommand<S> none;
    none.fill(S(0.0));
    if (control().lqr.commands == 4) {
      give_wrench(none, held_);
    } else {
      give_servos(none, held_);
    }
  }

  const FlightPlan& plan_;
  ControlConstants<S> c_;
  Commands held_, computed_;
  ControlMemory<S> memory_;
  std::int64_t next_ = -1, look_ = -1, release_ = -1;
  S looks_, saturated_, position2_, velocity2_, heading2_;
  S most_position2_, most_velocity2_, most_heading2_;
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
