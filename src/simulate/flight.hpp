#pragma once
/// The time loop of one pack of samples: inputs, observation, step, until the end of the flight.

#include <array>
#include <type_traits>
#include <utility>

#include "dynamics/integrators/step_control.hpp"
#include "dynamics/random/normal_sequence.hpp"
#include "dynamics/vehicles/specific_force.hpp"
#include "simulate/control_loop.hpp"
#include "simulate/damage.hpp"
#include "simulate/discharge.hpp"
#include "simulate/estimation.hpp"
#include "simulate/extremes.hpp"
#include "simulate/gather.hpp"
#include "simulate/kernel_api.hpp"
#include "simulate/limits.hpp"
#include "simulate/pulses.hpp"
#include "simulate/sensor_suite.hpp"
#include "simulate/signals.hpp"
#include "simulate/winds.hpp"

namespace montecopter {

/// What the plan says of the vehicle.
template <class Vehicle>
const typename Vehicle::Form& form(const FlightPlan& plan) {
  if constexpr (std::is_same_v<typename Vehicle::Form, HelicopterForm>) {
    return plan.helicopter;
  } else {
    return plan.multirotor;
  }
}

template <class Vehicle, class Stepper>
class Flight {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

 public:
  static constexpr int width = Lanes<S>::width;
  static constexpr bool can_reverse_flow = requires(const Vehicle& v, const StateType& state) {
    v.forward_flow(state);
  };

  /// Whether there may be a battery.
  static constexpr bool has_battery =
      requires(const Vehicle& v, const StateType& state, const typename Vehicle::Input& input) {
    v.shaft_power(state, input);
  };

  /// Whether the controller is a part of the equations.
  static constexpr bool is_steered = requires(Vehicle & v) { v.begin_step(0.0); };

  /// `sensor_memory` as for Kernel::fly.
  Flight(const FlightPlan& plan, LaneIo* lanes, int count, double* sensor_memory)
      : plan_(plan),
        lanes_(lanes),
        count_(count),
        vehicle_(
            Vehicle::make(form<Vehicle>(plan),
                          gather_struct_at<S, typename Vehicle::Constants>(
                              lanes, count, plan.parts->vehicle.first),
                          World<S>{plan.world, gather_struct<S>(lanes, count, plan.parts->world)},
                          Contact<S>{plan.ground.contact_points,
                                     gather_struct<S>(lanes, count, plan.parts->contact)})),
        ground_z_(gather_struct<S>(lanes, count, plan.parts->contact).ground_z),
        stepper_(StepControl{plan.integrator, plan.relative_tolerance, plan.absolute_tolerance}),
        states_{gather_state(), {}},
        start_(state_->position()),
        draws_{plan.seed, gather_samples()},
        estimation_(plan, lanes, count, sensor_memory),
        sensors_(plan, lanes, count, draws_.sample, sensor_memory, &estimation_),
        loop_(plan, lanes, count),
        extremes_(start_),
        flown_(0.0),
        flying_(S(0.0) == S(0.0)),
        disturbed_(plan.winds.active != 0 || plan.pulses.any()),
        pulses_(plan, lanes, count),
        winds_(plan, lanes, count, draws_.sample, vehicle_.wind()),
        events_(plan, lanes, count),
        damage_(plan.events, vehicle_),
        discharge_(plan, lanes, count) {
    if (plan.control.is_closed()) {
      take_commands();
    } else {
      load_command(0);
    }
    if constexpr (is_steered) vehicle_.loop = &loop_, vehicle_.may_tire = plan.has_battery;
    if (plan.force_noise || plan.moment_noise) next_noise_ = 0;
    next_checkpoint_ = plan.checkpoints[0];
  }

  Flight(const Flight&) = delete;  // it points into itself
  Flight& operator=(const Flight&) = delete;

  /// Flies to the end and fills the lanes' outputs.
  void run() {
    for (std::int64_t n = 0;; ++n) {
      if constexpr (is_steered) vehicle_.begin_step(static_cast<double>(n) * plan_.step_s);
      if (plan_.events.any()) happen(n);
      if (n == loop_.next()) steer(n);
      if (n == next_command_step_) load_command(command_row_ + 1);
      if (n == next_noise_) draw_noise(n);
      if (disturbed_) disturb(n);
      if (plan_.has_battery) drain();
      if (plan_.events.drop_mass) lighten_pushes(n);
      observe();
      if (n == next_output_) record_output(n);
      if (n == sensors_.next()) read_sensors(n);
      if (n == next_checkpoint_) record_checkpoint(n);
      if (plan_.limits.any) end_at_limits(n);
      if (n == plan_.steps) break;
      advance();
      if (sensors_.averages()) sensors_.feel(step_means(vehicle_, *next_, *state_, plan_.step_s));
    }
    finish();
  }

  /// `repeats` bare steps (benchmark).
  double run_bare(std::int64_t repeats) {
    for (std::int64_t n = 0; n < repeats; ++n) {
      stepper_.step(vehicle_, plan_.step_s, input_, *state_, *state_);
      vehicle_.limit(*state_);
    }
    return state_->x[0].lane(0);
  }

 private:
  // --- gathering -------------------------------------------------------------------------------

  StateType gather_state() const {
    StateType state;
    state.x.fill(S(0.0));
    gather_numbers(lanes_, count_, plan_.parts->initial_state, vehicle_.size(), state.x.data());
    return state;
  }

  Words<S> gather_samples() const {
    return gather_each<Words<S>>(lanes_, count_, [](const LaneIo& lane) { return lane.sample; });
  }

  // --- inputs ----------------------------------------------------------------------------------

  void load_command(std::int64_t row) {
    command_row_ = row;
    for (int i = 0; i < vehicle_.controls(); ++i) {
      input_.command[i] = limited(i, S(plan_.commands[row * plan_.controls + i]));
    }
    next_command_step_ = row + 1 < plan_.command_rows ? plan_.command_steps[row + 1] : -1;
    input_changed();
  }

  /// The closed loop at step n.
  [[gnu::noinline]] void steer(std::int64_t n) {
    Feedback<S> truth = {state_->position(), state_->velocity(), state_->attitude(),
                         state_->body_rate()};
    if constexpr (std::is_same_v<typename Vehicle::Form, HelicopterForm>) {
      truth.rotor_speed = vehicle_.rotor_speed(0, *state_);
    }
    if (plan_.control.sees_estimate) {
      Feedback<S> seen = estimation_.feedback(n);
      seen.rotor_speed = truth.rotor_speed;  // always measured
      loop_.act(n, seen, truth, flying_);
    } else {
      loop_.act(n, truth, truth, flying_);
    }
    take_commands();
  }

  void take_commands() {
    for (int i = 0; i < vehicle_.controls(); ++i) {
      input_.command[i] = limited(i, loop_.commands()[i]);
    }
    input_changed();
  }

  /// The commands that hold, within limits that may have changed.
  void retake_commands() {
    if (plan_.control.is_closed()) {
      take_commands();
    } else {
      load_command(command_row_);
    }
  }

  S limited(int i, const S& command) const {
    const S within = vehicle_.clamp_command(i, command);
    if constexpr (has_battery) {
      if (plan_.has_battery) return vehicle_.within_reach(i, discharge_.reach(), within);
    }
    return within;
  }

  /// The battery of the step that starts here, and the commands that its voltage leaves.
  [[gnu::noinline]] void drain() {
    if constexpr (has_battery) {
      discharge_.begin_step(events_.battery_fault(), flying_);
      if (vehicle_.propulsion.states() > 0) {
        discharge_.give(vehicle_.shaft_power(*state_, input_), flying_);
      } else {
        settle();
      }
      if constexpr (is_steered) vehicle_.reach = discharge_.reach();
      retake_commands();
    }
  }

  /// The battery of rotors that are at once where they are told to be.
  void settle() {
    const auto wanted = commands_wanted();
    typename Vehicle::Input input = input_;
    const auto shaft_power = [&](const S& reach) {
      for (int i = 0; i < vehicle_.controls(); ++i) {
        input.command[i] = vehicle_.within_reach(i, reach, wanted[i]);
      }
      return vehicle_.shaft_power(*state_, input);
    };
    discharge_.settle(shaft_power, flying_);
  }

  /// The commands that would hold if the battery sufficed.
  auto commands_wanted() const {
    auto wanted = input_.command;
    const double* row = plan_.commands + command_row_ * plan_.controls;
    for (int i = 0; i < vehicle_.controls(); ++i) {
      const S told = plan_.control.is_closed() ? loop_.commands()[i] : S(row[i]);
      wanted[i] = vehicle_.clamp_command(i, told);
    }
    return wanted;
  }

  /// Every change of the input goes through here: an integrator that remembers derivatives of
  /// earlier steps has to forget them.
  void input_changed() {
    if constexpr (requires { stepper_.input_changed(); }) stepper_.input_changed();
  }

  /// Consumer "process.white": three numbers for the force, three for the moment.
  void draw_noise(std::int64_t n) {
    next_noise_ = n + plan_.noise_every;
    input_changed();
    const auto& c = vehicle_.c;
    S x[6];
    noise_normals_.take(draws_, plan_.noise_stream, noise_tick_++, x);
    noise_.acceleration = {c.force_noise * x[0], c.force_noise * x[1], c.force_noise * x[2]};
    input_.acceleration = noise_.acceleration;
    if (!plan_.moment_noise) return;
    noise_.spin_up =
        vehicle_.spin_up_of({c.moment_noise * x[3], c.moment_noise * x[4], c.moment_noise * x[5]});
    input_.spin_up = noise_.spin_up;
  }

  /// The air and the pushes of the step that starts here.
  [[gnu::noinline]] void disturb(std::int64_t n) {
    input_changed();
    if (winds_.vary())
      vehicle_.set_wind(winds_.velocity(n, state_->position(), ground_z_ - state_->x[2]));
    if (!plan_.pulses.any()) return;
    const S t(static_cast<double>(n) * plan_.step_s);
    input_.acceleration = noise_.acceleration + pulses_.sum(plan_.pulses.forces, t);
    input_.spin_up = noise_.spin_up + vehicle_.spin_up_of(pulses_.sum(plan_.pulses.torques, t));
  }

  /// What events change from step n on.
  [[gnu::noinline]] void happen(std::int64_t n) {
    const Vec3<S> moved = state_->position() - start_, v = state_->velocity();
    events_.look(
        n, {-state_->x[2], dot(v, v), fma(state_->x[7], state_->x[7], state_->x[8] * state_->x[8]),
            dot(moved, moved)});
    if (plan_.events.change_gains) loop_.scale_gains(events_.gain_factor());
    damage_.apply(events_, flying_, input_, vehicle_, *state_);
    retake_commands();
  }

  /// The same forces make more of less mass.
  void lighten_pushes(std::int64_t n) {
    Vec3<S> push = noise_.acceleration;
    if (plan_.pulses.any()) {
      push = push + pulses_.sum(plan_.pulses.forces, S(static_cast<double>(n) * plan_.step_s));
    }
    input_.acceleration = events_.lightness() * push;
  }

  // --- stepping --------------------------------------------------------------------------------

  /// One step. A lane whose next state is not finite keeps its last finite one and stops.
  void advance() {
    StateType& next = *next_;
    const bool stepped = stepper_.step(vehicle_, plan_.step_s, input_, *state_, next);
    if constexpr (!Vehicle::known_terms) {
      if (plan_.ground.stops_vehicles) hold_on_ground(next);
    }
    const auto finite = is_finite(next);
    if constexpr (requires { vehicle_.after_step(0.0, input_, next); }) {
      vehicle_.after_step(plan_.step_s, input_, next);
    }
    vehicle_.limit(next);
    flying_ = flying_ & finite;
    if (!stepped) flying_ = flying_ & (S(0.0) < S(0.0));  // only where a pack is one sample
    if (!all(flying_)) keep_last(next);
    std::swap(state_, next_);
    flown_ = select(flying_, flown_ + S(1.0), flown_);
  }

  /// Lanes that do not fly stay where they are.
  [[gnu::noinline]] void keep_last(StateType& next) const {
    for (int i = 0; i < vehicle_.size(); ++i) {
      next.x[i] = select(flying_, next.x[i], state_->x[i]);
    }
  }

  /// Lanes that are beyond a limit stop: the state of step n is their last.
  [[gnu::noinline]] void end_at_limits(std::int64_t n) {
    const bool follows = plan_.control.is_closed() && plan_.limits.distance2 < LimitPlan::none;
    const Vec3<S> center =
        follows ? loop_.reference(static_cast<double>(n) * plan_.step_s).position : start_;
    const S crossed =
        crossed_limit<S>(plan_.limits, {state_->position(), state_->attitude(), center, ground_z_});
    const auto goes_on = crossed == S(0.0);
    end_status_ = select(flying_, select(goes_on, end_status_, crossed), end_status_);
    flying_ = flying_ & goes_on;
  }

  /// PX4's SIH: position and attitude do not advance, velocity and body rate are 0.
  [[gnu::noinline]] void hold_on_ground(StateType& next) {
    StateType rate;
    start_rate(rate);
    const auto held = is_held(*state_, rate, ground_z_);
    for (const int first : {0, 6}) {
      const int end = first == 0 ? 3 : 10;
      for (int k = first; k < end; ++k) next.x[k] = select(held, state_->x[k], next.x[k]);
    }
    for (const int first : {3, 10}) {
      for (int k = first; k < first + 3; ++k) next.x[k] = select(held, S(0.0), next.x[k]);
    }
  }

  /// x' at the start of the step that begins now, as the integrator applies it.
  void start_rate(StateType& rate) const {
    if constexpr (requires { stepper_.start_rate(vehicle_, 0.0, input_, *state_, rate); }) {
      stepper_.start_rate(vehicle_, plan_.step_s, input_, *state_, rate);
    } else {
      vehicle_.derivative(*state_, input_, rate);
    }
  }

  /// The same, and what a ground that stops vehicles makes of it. It contains the process force of
  /// the step that starts here.
  void felt_rate(StateType& rate) const {
    start_rate(rate);
    if (Vehicle::known_terms || !plan_.ground.stops_vehicles) return;
    const auto held = is_held(*state_, rate, ground_z_);
    const S stopping(plan_.ground.felt_stop_1_s);
    for (int k = 3; k < 6; ++k) {
      rate.x[k] = select(held, stopping * state_->x[k], rate.x[k]);
      rate.x[k + 7] = select(held, S(0.0), rate.x[k + 7]);
    }
  }

  /// 0 * x is 0 for finite x and NaN otherwise.
  auto is_finite(const StateType& state) const {
    S even(0.0), odd(0.0);
    const int n = vehicle_.size();
    for (int i = 0; i + 1 < n; i += 2) {
      even = fma(state.x[i], S(0.0), even);
      odd = fma(state.x[i + 1], S(0.0), odd);
    }
    if (n % 2 != 0) even = fma(state.x[n - 1], S(0.0), even);
    return even + odd == S(0.0);
  }

  // --- observation -----------------------------------------------------------------------------

  void observe() {
    extremes_.look(state_->position(), state_->velocity(), state_->attitude(), state_->body_rate());
    if constexpr (can_reverse_flow) observe_flow();
  }

  /// Remembers lanes whose rotors have met air from behind.
  void observe_flow() {
    const auto forward = vehicle_.forward_flow(*state_);
    reversed_main_ = select(forward.main, reversed_main_, S(1.0));
    reversed_tail_ = select(forward.tail, reversed_tail_, S(1.0));
  }

  /// The sensors see the state at the start of a step, and the forces that begin there.
  [[gnu::noinline]] void read_sensors(std::int64_t n) {
    Truth<S> truth;
    truth.position = state_->position();
    truth.velocity = state_->velocity();
    truth.attitude = state_->attitude();
    truth.body_rate = state_->body_rate();
    truth.wind = vehicle_.wind();
    if (sensors_.feels_force(n)) {
      StateType rate;
      felt_rate(rate);
      truth.specific_force = specific_force(vehicle_, *state_, rate);
      truth.spin_up = rate.body_rate();
    }
    if (plan_.sensors.watches_rotors) {
      for (int k = 0; k < vehicle_.rotor_count(); ++k) {
        truth.rotor_speed[k] = vehicle_.rotor_speed(k, *state_);
      }
    }
    sensors_.observe(n, truth, flying_, events_);
    if (estimation_.is_there()) {
      estimation_.fuse(n, {{truth.position, truth.velocity, truth.attitude,
                            sensors_.bias(plan_.estimator.accelerometer),
                            sensors_.bias(plan_.estimator.gyroscope)},
                           truth.wind});
    }
  }

  void record_output(std::int64_t n) {
    next_output_ = n + plan_.output_every;
    const auto felt_rate_of_now = [&](StateType& rate) { felt_rate(rate); };
    SignalReader<Vehicle, decltype(felt_rate_of_now)> reader = {
        vehicle_,    *state_,    input_,          n, static_cast<double>(n) * plan_.step_s, loop_,
        estimation_, discharge_, felt_rate_of_now};
    for (int s = 0; s < signal_count; ++s) {
      if (!plan_.traced[s]) continue;
      S values[max_rotors];
      const int numbers = reader.read(s, values);
      store_trace(s, n / plan_.output_every, values, numbers, flying_, lanes_, count_);
    }
  }

  /// Copies the state for the digest; a short flight may have several checkpoints at one step.
  void record_checkpoint(std::int64_t n) {
    const int size = vehicle_.size();
    for (; checkpoint_ < checkpoint_count && plan_.checkpoints[checkpoint_] == n; ++checkpoint_) {
      for (int i = 0; i < count_; ++i) {
        lanes_[i].checkpoint_steps[checkpoint_] = static_cast<std::int64_t>(flown_.lane(i));
        for (int k = 0; k < size; ++k) {
          lanes_[i].checkpoint_states[checkpoint_ * size + k] = state_->x[k].lane(i);
        }
      }
    }
    next_checkpoint_ = checkpoint_ < checkpoint_count ? plan_.checkpoints[checkpoint_] : -1;
  }

  void finish() {
    sensors_.finish(flown_);
    loop_.finish(lanes_, count_);
    estimation_.finish(lanes_, count_);
    if (plan_.has_battery) discharge_.finish(lanes_, count_);
    for (int i = 0; i < count_; ++i) {
      LaneIo& io = lanes_[i];
      io.status =
          flying_.lane(i) ? Status::ok : static_cast<Status>(static_cast<int>(end_status_.lane(i)));
      io.steps_flown = static_cast<std::int64_t>(flown_.lane(i));
      for (int k = 0; k < vehicle_.size(); ++k) {
        io.final_state[k] = state_->x[k].lane(i);
      }
      io.extremes = extremes_.of(i);
      io.flow_reversed[0] = reversed_main_.lane(i) != 0.0;
      io.flow_reversed[1] = reversed_tail_.lane(i) != 0.0;
    }
  }

  const FlightPlan& plan_;
  LaneIo* lanes_;
  int count_;
  Vehicle vehicle_;
  S ground_z_;
  Stepper stepper_;
  std::array<StateType, 2> states_;  ///< now, and where the next one is computed
  StateType *state_ = &states_[0], *next_ = &states_[1];
  Vec3<S> start_;
  Draws<S> draws_;
  Estimation<S> estimation_;
  SensorSuite<S> sensors_;
  ControlLoop<S> loop_;
  Extremes<S> extremes_;
  S flown_;  ///< steps with a finite result
  decltype(S(0.0) < S(0.0)) flying_;
  S end_status_ = S(static_cast<double>(Status::diverged));  ///< of lanes that do not fly
  typename Vehicle::Input input_;
  std::int64_t command_row_ = 0, next_command_step_ = -1;
  std::int64_t next_noise_ = -1, next_output_ = 0;
  std::uint64_t noise_tick_ = 0;
  NormalSequence<S, 6> noise_normals_;
  std::int64_t next_checkpoint_ = -1;
  int checkpoint_ = 0;
  S reversed_main_ = S(0.0), reversed_tail_ = S(0.0);  ///< 1: so it was
  bool disturbed_;                                     ///< by winds that vary or by pulses
  typename Vehicle::Input noise_;  ///< the part of the input that is process noise
  Pulses<S> pulses_;
  Winds<S> winds_;
  Events<S> events_;
  Damage<Vehicle> damage_;
  Discharge<S> discharge_;
};

}  // namespace montecopter
