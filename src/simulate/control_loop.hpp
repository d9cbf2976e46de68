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
    return command_at(feedback, Path<S>(control().path, c_.path).at(t_s), commands);
  }

  /// Changes the gains to this factor of those at the start.
  void scale_gains(const S& factor) { c_.lee = factor * lee_; }

  /// What is to be followed at a time [s].
  Reference<S> reference(double t_s) const { return Path<S>(control().path, c_.path).at(t_s); }

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
    lee_ = c_.lee;
  }

  /// Until the first commands take effect, the rotors carry the known weight.
  void start() {
    for (int i = 0; i < control().rotors; ++i) {
      const AllocatedRotor<S>& r = c_.allocation.rotor[i];
      held_[i] = command_for(r, r.per_thrust * (c_.vehicle.mass * c_.vehicle.gravity));
    }
    looks_ = saturated_ = S(0.0);
    position2_ = velocity2_ = heading2_ = S(0.0);
    most_position2_ = most_velocity2_ = most_heading2_ = S(0.0);
    next_ = look_ = 0;
  }

  void look(std::int64_t n, const Feedback<S>& feedback, const Flying& flying) {
    const Reference<S> reference =
        Path<S>(control().path, c_.path).at(static_cast<double>(n) * plan_.step_s);
    const Flying whole = command_at(feedback, reference, computed_);
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

  Flying command_at(const Feedback<S>& feedback, const Reference<S>& reference,
                    Commands& commands) const {
    const Wrench<S> wrench = lee_wrench(c_.lee, c_.vehicle, feedback, reference);
    Commands thrust;
    const Flying whole = allocate(c_.allocation, control().rotors, wrench, thrust.data());
    for (int i = 0; i < control().rotors; ++i) {
      commands[i] = command_for(c_.allocation.rotor[i], thrust[i]);
    }
    return whole;
  }

  const FlightPlan& plan_;
  ControlConstants<S> c_;
  LeeGains<S> lee_;  ///< as at the start
  Commands held_, computed_;
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
