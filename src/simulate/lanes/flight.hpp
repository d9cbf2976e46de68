#pragma once
/// The time loop of one pack of samples, compiled once for each form of a vehicle with each
/// integrator (kernels/kernel.cpp). A kernel makes a Flight of `width` lanes and calls run(). The
/// lines of run() are the order of a step (docs/architecture.md, "A step in the life of a sample"):
///
///   1. Events change the vehicle.
///   2. Inputs act on it over the step (flight_inputs.hpp).
///   3. Values are recorded (recorder.hpp), measured and estimated (sensor_suite.hpp,
///      estimation.hpp).
///   4. Limits end lanes, and the integrator steps.
///
/// A Flight copies its constants from the lanes' rows when it is made and writes their outputs when
/// it ends. In between it touches only traces, readings and checkpoints. It is one file because it
/// is one class: each line of the loop is a function below it, over the same members.

#include <array>
#include <type_traits>
#include <utility>

#include "dynamics/integrators/step_control.hpp"
#include "dynamics/tilt.hpp"
#include "dynamics/vehicles/specific_force.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/lanes/estimation.hpp"
#include "simulate/lanes/event_effects.hpp"
#include "simulate/lanes/flight_end.hpp"
#include "simulate/lanes/flight_inputs.hpp"
#include "simulate/lanes/flight_parts.hpp"
#include "simulate/lanes/flown_formulas.hpp"
#include "simulate/lanes/gather.hpp"
#include "simulate/lanes/ground_stop.hpp"
#include "simulate/lanes/limits.hpp"
#include "simulate/lanes/recorder.hpp"
#include "simulate/lanes/sensor_suite.hpp"

namespace montecopter {

/// Form and terms of the vehicle in the plan.
template <class Vehicle>
const typename Vehicle::Form& form(const FlightPlan& plan) {
  if constexpr (std::is_same_v<typename Vehicle::Form, HelicopterForm>) {
    return plan.helicopter;
  } else {
    return plan.multirotor;
  }
}

/// `parts` are the parts of the loop; the plan must need no others.
template <class Vehicle, class Stepper, FlightParts parts = FlightParts{}>
class Flight {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;
  using Which = decltype(S(0.0) < S(0.0));

 public:
  static constexpr int width = Lanes<S>::width;
  /// Whether the controller may be part of the equations.
  static constexpr bool is_continuous = Vehicle::is_continuous;

  /// `memory` is the argument of Kernel::fly.
  Flight(const FlightPlan& plan, LaneIo* lanes, int count, double* memory)
      : plan_(plan),
        lanes_(lanes),
        count_(count),
        vehicle_(Vehicle::make(
            form<Vehicle>(plan),
            gather_struct_at<S, typename Vehicle::Constants>(lanes, count, plan.parts->vehicle),
            World<S>{plan.world, gather_struct<S>(lanes, count, plan.parts->world)},
            Contact<S>{plan.ground.kind, plan.ground.contact_points,
                       gather_struct<S>(lanes, count, plan.parts->contact), plan.ground.inclined})),
        ground_(plan.ground, gather_struct<S>(lanes, count, plan.parts->contact)),
        inverse_mass_(gather_struct<S>(lanes, count, plan.parts->contact).inverse_mass),
        stepper_(StepControl{plan.integrator, plan.relative_tolerance, plan.absolute_tolerance}),
        states_{gather_state(), {}},
        start_(state_->position()),
        draws_{plan.seed, gather_samples()},
        estimation_(plan, lanes, count, memory),
        sensors_(plan, lanes, count, draws_.sample, memory, &estimation_),
        inputs_(plan, lanes, count, memory, draws_, vehicle_),
        recorder_(plan, lanes, count, start_),
        flown_(0.0),
        flying_(S(0.0) == S(0.0)),
        events_(plan, lanes, count),
        event_effects_(plan.events, vehicle_, inverse_mass_),
        formulas_(plan, memory) {
    if constexpr (requires { vehicle_.surface.c; }) {
      if (plan.parts->surface.size > 0) {
        vehicle_.surface.c = gather_struct<S>(lanes, count, plan.parts->surface);
      }
    }
  }

  Flight(const Flight&) = delete;  // it points into itself
  Flight& operator=(const Flight&) = delete;

  /// Flies to the end and fills the lanes' outputs.
  void run() {
    for (std::int64_t n = 0;; ++n) {
      if constexpr (can_glide) {
        if (glides()) n = glide(n, next_due());
      }
      if constexpr (is_continuous) vehicle_.begin_step(static_cast<double>(n) * plan_.step_s);
      if (parts.events && plan_.events.any()) apply_events(n);
      if (parts.control && n == inputs_.next_update()) update_commands(n);
      if (n == inputs_.next_row()) inputs_.load_next_row(vehicle_);
      if (n == inputs_.next_noise()) inputs_.draw_noise(n, vehicle_);
      if (parts.disturbance && inputs_.disturbed())
        inputs_.disturb(n, *state_, ground_.z_at(state_->position()), vehicle_);
      if (parts.battery && (plan_.has_battery || plan_.electric))
        inputs_.drain(events_.battery_fault(), *state_, flying_, vehicle_);
      if (parts.events && plan_.events.drop_mass) inputs_.rescale_forces(n, events_.mass_ratio());
      reset_stepper_memory();
      recorder_.observe(vehicle_, *state_, flying_);
      if (parts.ends && plan_.windows.any()) recorder_.observe_windows(n, *state_);
      if (n == recorder_.next_row()) record_row(n);
      if constexpr (parts.formulas) {
        if (plan_.formulas.has_moments) record_moments(n);
      }
      if (parts.sensors && n == sensors_.next()) read_sensors(n);
      if (n == recorder_.next_checkpoint()) record_checkpoint(n);
      if (parts.ends && plan_.limits.any) end_at_limits(n);
      if (n == plan_.steps) break;
      if (parts.ends && plan_.limits.planned_end && is_over()) {
        record_rest(n);
        break;
      }
      advance(n);
      if (parts.sensors && sensors_.averages())
        sensors_.add_step(step_means(vehicle_, *next_, *state_, plan_.step_s));
    }
    finish();
  }

  /// Flies `repeats` bare steps (benchmark).
  double run_bare(std::int64_t repeats) {
    for (std::int64_t n = 0; n < repeats; ++n) {
      stepper_.step(vehicle_, plan_.step_s, inputs_.now(), *state_, *state_);
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

  /// Applies the events that change at step n.
  [[gnu::noinline]] void apply_events(std::int64_t n) {
    EventView<S> view = motion_of(*state_);
    if (plan_.events.watch_battery) {
      view.charge = inputs_.battery().state_of_charge();
      view.voltage = inputs_.battery().voltage();
    }
    if (plan_.events.watch_estimate) {
      const Vec3<S> e_W = estimation_.at(n).position - state_->position();
      view.error2 = dot(e_W, e_W);
    }
    if (plan_.events.watch_ground) view.clearance = clearance();
    events_.update(n, view);
    if (plan_.events.change_gains) inputs_.scale_gains(events_.gain_factor());
    if (plan_.events.reallocations > 0) inputs_.reallocate(events_.allocation());
    if (plan_.events.divert) divert(n);
    event_effects_.apply(events_, flying_, inputs_.now(), vehicle_, *state_);
    inputs_.retake_commands(vehicle_);
    if (parts.ends && plan_.limits.planned_end)
      notes_.note_event(static_cast<double>(n) * plan_.step_s, events_.any_active() & flying_,
                        state_->position());
  }

  EventView<S> motion_of(const StateType& state) const {
    return EventView<S>::of(state.position(), state.velocity(), state.attitude(), start_);
  }

  /// Leaves the trajectory in lanes where events of step n say so.
  [[gnu::noinline]] void divert(std::int64_t n) {
    for (int i = 0; i < plan_.events.count; ++i) {
      const auto now = events_.begins(i) & flying_;
      DiversionLaw<S> law;
      if (none(now) || !events_.diverts(i, law)) continue;
      Feedback<S> from = {state_->position(), state_->velocity(), state_->attitude(),
                          state_->body_rate()};
      if (plan_.control.uses_estimate) from = estimation_.feedback(n);
      inputs_.divert(static_cast<double>(n) * plan_.step_s, now, law, from);
    }
  }

  /// Height of the lowest contact point above the ground, or of the centre of mass [m].
  [[gnu::noinline]] S clearance() const {
    const Vec3<S> p_W = state_->position();
    S least = ground_.z_at(p_W) - p_W.z;
    if constexpr (Vehicle::has_contact) {
      const Contact<S>& contact = vehicle_.own_contact();
      const Rotation<S> R_WB(state_->attitude());
      for (int i = 0; i < contact.points; ++i) {
        least = min(least, contact.c.height(p_W + R_WB * contact.c.point[i]));
      }
    }
    return least;
  }

  /// Updates the closed loop at step n: the controller sees the true state or the estimate.
  [[gnu::noinline]] void update_commands(std::int64_t n) {
    if (plan_.control.external.senses.any) sense(n);
    Feedback<S> truth = {state_->position(), state_->velocity(), state_->attitude(),
                         state_->body_rate()};
    if constexpr (Vehicle::has_main_rotor) {
      truth.rotor_speed = vehicle_.main_rotor_speed(*state_);
    }
    Feedback<S> estimate;
    const Feedback<S>* feedback = &truth;
    if (plan_.control.uses_estimate) {
      estimate = estimation_.feedback(n);
      estimate.rotor_speed = truth.rotor_speed;  // always measured
      feedback = &estimate;
    }
    inputs_.update_commands(n, *feedback, truth, flying_, vehicle_);
    if (plan_.control.external.is_there()) end_failed();
  }

  /// Passes readings to a program in the loop. Its sensors are read before its update, because an
  /// autopilot computes commands from fresh readings. The forces are those of the commands, wind
  /// and noise in effect until now.
  [[gnu::noinline]] void sense(std::int64_t n) {
    StateType rate;
    measured_rate(rate);
    Truth<S> truth;
    set_motion(truth);
    truth.specific_force = specific_force(vehicle_, *state_, rate);
    truth.angular_acceleration = rate.body_rate();
    if (n == 0) {
      sensors_.begin_sensing(truth);
      inputs_.begin_sensing(sensors_.sensed(truth.specific_force, truth.body_rate));
    }
    if (n == sensors_.next()) read_sensors(n);
    Senses<S> senses = sensors_.sensed(truth.specific_force, truth.body_rate);
    if (plan_.has_battery) {
      senses.voltage = inputs_.battery().voltage();
      senses.current = inputs_.battery().current();
    }
    inputs_.sense(senses);
  }

  /// Stops lanes whose controller has failed: the state of this step is their last.
  [[gnu::noinline]] void end_failed() {
    const auto works = inputs_.loop().works();
    const S failed(static_cast<double>(Status::controller_failed));
    end_status_ = select(flying_, select(works, end_status_, failed), end_status_);
    flying_ = flying_ & works;
  }

  /// Makes an integrator forget derivatives of earlier steps where inputs changed.
  void reset_stepper_memory() {
    if constexpr (requires { stepper_.input_changed(); }) {
      if (inputs_.take_changed()) stepper_.input_changed();
    }
  }

  // --- steps at which nothing is due -----------------------------------------------------------

  /// Whether steps with nothing due but process noise have a loop of their own. It is used where
  /// lanes are threads. It keeps all changing values in local variables, to save registers. It
  /// calls neither begin_step() nor after_step(), so run() alone flies vehicles that have them.
  static constexpr bool can_glide =
      parts.in_registers && !Vehicle::has_after_step && !is_continuous;
  static_assert(!can_glide ||
                (width == 1 && Vehicle::known_terms && Recorder<Vehicle>::only_extremes_change));

  /// Whether nothing acts at every step.
  bool glides() const {
    return !inputs_.disturbed() && !plan_.has_battery && !plan_.electric && !plan_.events.any() &&
           !plan_.windows.any() && !plan_.limits.any && !plan_.limits.planned_end &&
           !(parts.sensors && sensors_.averages());
  }

  /// The next step at which something is due.
  std::int64_t next_due() const {
    std::int64_t due = plan_.steps;
    for (const std::int64_t next :
         {inputs_.next_update(), inputs_.next_row(), recorder_.next_row(),
          recorder_.next_checkpoint(), parts.sensors ? sensors_.next() : -1}) {
      if (0 <= next && next < due) due = next;
    }
    return due;
  }

  /// Flies from step n to step `end`, before which nothing is due, and returns `end`.
  std::int64_t glide(std::int64_t n, std::int64_t end) {
    if (!all(flying_)) return end;
    const Vehicle vehicle = vehicle_;
    const Draws<S> draws = draws_;
    StateType state = *state_;
    Extremes<S> extremes = recorder_.extremes();
    auto noisy = inputs_.noisy();
    S flown = flown_;
    for (; n < end; ++n) {
      if (n == noisy.next) {
        FlightInputs<Vehicle>::draw_noise_here(plan_, draws, n, vehicle, noisy);
      }
      extremes.update(state.position(), state.velocity(), state.attitude(), state.body_rate());
      StateType next;
      stepper_.step(vehicle, plan_.step_s, noisy.input, state, next);
      flying_ = is_finite(next);
      if (!all(flying_)) break;
      vehicle.limit(next);
      state = next;
      flown = flown + S(1.0);
    }
    *state_ = state;
    recorder_.set_extremes(extremes);
    inputs_.set_noisy(noisy);
    flown_ = flown;
    return end;
  }

  // --- stepping --------------------------------------------------------------------------------

  /// Flies one step. A lane whose next state is not finite keeps its last finite state and stops.
  void advance(std::int64_t n) {
    StateType& next = *next_;
    const auto& input = inputs_.now();
    const bool stepped = stepper_.step(vehicle_, plan_.step_s, input, *state_, next);
    if constexpr (!Vehicle::known_terms) {
      if (ground_.is_there()) hold_on_ground(next);
    }
    const auto finite = is_finite(next);
    if constexpr (Vehicle::has_after_step) vehicle_.after_step(plan_.step_s, input, next);
    vehicle_.limit(next);
    flying_ = flying_ & finite;
    if (!stepped) flying_ = flying_ & (S(0.0) < S(0.0));  // only where a pack is one sample
    if (!all(flying_)) keep_last(next);
    if (parts.ends && plan_.limits.planned_end) end_within_step(n, next);
    std::swap(state_, next_);
    flown_ = select(flying_, flown_ + S(1.0), flown_);
  }

  /// Keeps the state of lanes that do not fly.
  [[gnu::noinline]] void keep_last(StateType& next) const {
    for (int i = 0; i < vehicle_.size(); ++i) {
      next.x[i] = select(flying_, next.x[i], state_->x[i]);
    }
  }

  /// Stops lanes that are beyond a limit: the state of step n is their last.
  [[gnu::noinline]] void end_at_limits(std::int64_t n) {
    const bool follows = plan_.control.is_closed() && plan_.limits.distance2 < LimitPlan::none;
    const Vec3<S> center_W =
        follows ? inputs_.loop().reference(static_cast<double>(n) * plan_.step_s).position : start_;
    const S crossed = crossed_limit<S>(plan_.limits, {state_->position(), state_->attitude(),
                                                      center_W, ground_.z_at(state_->position())});
    const auto goes_on = crossed == S(0.0);
    end_status_ = select(flying_, select(goes_on, end_status_, crossed), end_status_);
    if (plan_.formulas.has_moments) {
      const auto ends = flying_ & (S(0.0) < crossed);
      record_moment(n, plan_.formulas.end, S(static_cast<double>(n) * plan_.step_s), ends);
    }
    flying_ = flying_ & goes_on;
    if (parts.end_events && plan_.events.end_flights) end_by_events(n);
  }

  /// Ends lanes that an event ends by the start of step n: its state is their last.
  void end_by_events(std::int64_t n) {
    const S now(static_cast<double>(n) * plan_.step_s);
    if (n == plan_.steps) notes_.note_end(flying_, S(0.0), mass());
    const S goes_on = select(now < events_.end_s(), S(1.0), S(0.0));
    end_lanes(n, flying_ & (goes_on == S(0.0)), S(0.0), now);
  }

  /// Ends lanes that come to the ground in this step or that an event ends in it, at that instant:
  /// `next` is their last state.
  [[gnu::noinline]] void end_within_step(std::int64_t n, StateType& next) {
    const S above = ground_.z_at(state_->position()) - state_->x[2];
    const S below = next.x[2] - ground_.z_at(next.position());
    const S is_down = select(below < S(0.0), S(0.0), S(plan_.limits.touchdown ? 1.0 : 0.0));
    const auto lands = flying_ & (S(0.0) < above) & (S(0.0) < is_down);
    const double begin_s = static_cast<double>(n) * plan_.step_s;
    const double end_s = static_cast<double>(n + 1) * plan_.step_s;
    const bool by_event = parts.end_events && plan_.events.end_flights &&
                          events_.may_end(end_s, motion_of(next), flying_);
    if (none(lands) && !by_event) return;
    StateType rate, end_rate;
    rate_within(*state_, rate);
    rate_within(next, end_rate);
    const S h(plan_.step_s);
    S part = fraction_of_crossing<S>({above, -h * rate.x[2], -below, -h * end_rate.x[2]});
    S time_s = fma(part, h, S(begin_s)), ends = select(lands, S(1.0), S(0.0));
    const auto course = [&](int i) {
      return StepCourse<S>(state_->x[i], h * rate.x[i], next.x[i], h * end_rate.x[i]);
    };
    if (by_event) {
      const StepMotion<S> motion = {{course(0), course(1), course(2), course(3), course(4),
                                     course(5), course(6), course(7), course(8), course(9)}};
      events_.find_ends(begin_s, motion, motion_of(next), start_);
      const S event_s = events_.end_s(), first_s = select(lands, time_s, S(end_s));
      const auto is_first = event_s < first_s;
      part = select(is_first, (event_s - S(begin_s)) / h, part);
      time_s = select(is_first, event_s, time_s);
      ends = select(is_first & flying_, S(1.0), ends);
    }
    const auto which = S(0.0) < ends;
    StateType last;
    for (int i = 0; i < vehicle_.size(); ++i) last.x[i] = course(i).at(part);
    last.normalise_attitude();
    for (int i = 0; i < vehicle_.size(); ++i) next.x[i] = select(which, last.x[i], next.x[i]);
    std::swap(state_, next_);  // the end is the state whose signals are read
    end_lanes(n, which, part * h, time_s);
    std::swap(state_, next_);
  }

  /// Ends lanes as planned in the present state, `after_s` after the start of step n.
  [[gnu::noinline]] void end_lanes(std::int64_t n, const Which& ends, const S& after_s,
                                   const S& time_s) {
    if (none(ends)) return;
    notes_.note_end(ends, after_s, mass());
    if (plan_.formulas.has_moments) {
      record_moment(n, plan_.formulas.end, time_s, ends);
      for (int i = 0; i < plan_.events.count; ++i) {
        record_moment(n, i, time_s, ends & events_.ends(i, time_s));
      }
    }
    end_status_ = select(ends, S(static_cast<double>(Status::ok)), end_status_);
    flying_ = flying_ & (select(ends, S(1.0), S(0.0)) == S(0.0));
  }

  /// Whether no lane flies any more, and nobody waits for readings.
  bool is_over() const {
    return none(flying_) && !plan_.control.external.is_there() &&
           !(parts.sensors && sensors_.next() >= 0);
  }

  /// Records what is due after step n, at which no lane flies any more.
  [[gnu::noinline]] void record_rest(std::int64_t n) {
    for (++n; n <= plan_.steps; ++n) {
      if (n == recorder_.next_row()) record_row(n);
      if (n == recorder_.next_checkpoint()) record_checkpoint(n);
    }
  }

  /// Mass after the events so far [kg].
  S mass() const {
    const S at_start = S(1.0) / inverse_mass_;
    return plan_.events.drop_mass ? at_start / events_.mass_ratio() : at_start;
  }

  [[gnu::noinline]] void hold_on_ground(StateType& next) {
    StateType rate;
    start_rate(rate);
    ground_.hold(*state_, rate, next);
  }

  /// x' at the start of this step, as the integrator applies it.
  void start_rate(StateType& rate) const { rate_at(*state_, rate); }

  /// The same at any state.
  [[gnu::noinline]] void rate_at(const StateType& state, StateType& rate) const {
    if constexpr (requires { stepper_.start_rate(vehicle_, 0.0, inputs_.now(), state, rate); }) {
      stepper_.start_rate(vehicle_, plan_.step_s, inputs_.now(), state, rate);
    } else {
      vehicle_.derivative(state, inputs_.now(), rate);
    }
  }

  /// The same of a vehicle that a ground may hold, over a step.
  void rate_within(const StateType& state, StateType& rate) const {
    rate_at(state, rate);
    if (!plan_.limits.touchdown && ground_.is_there()) ground_.stop(state, rate);
  }

  /// x' as sensors measure it, including the effect of a ground that stops vehicles. It contains
  /// the process force of the step that starts here.
  void measured_rate(StateType& rate) const {
    start_rate(rate);
    if (ground_.is_there()) ground_.stop(*state_, rate);
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

  void record_row(std::int64_t n) {
    with_signals(n, [&](auto& reader) {
      recorder_.record_row(reader, flying_);
      if constexpr (parts.formulas) {
        if (formulas_.any()) formulas_.add_row(reader, flying_);
      }
    });
  }

  /// Keeps values of formulas at the events that begin now, and at the end of the flight.
  [[gnu::noinline]] void record_moments(std::int64_t n) {
    const S time_s(static_cast<double>(n) * plan_.step_s);
    for (int i = 0; i < plan_.events.count; ++i) {
      record_moment(n, i, time_s, events_.begins(i) & flying_);
    }
    if (n == plan_.steps) record_moment(n, plan_.formulas.end, time_s, flying_);
  }

  /// Keeps values of formulas at a moment, for the lanes in which it is now.
  [[gnu::noinline]] void record_moment(std::int64_t n, int moment, const S& time_s,
                                       const Which& which) {
    if constexpr (parts.formulas) {
      if (none(which)) return;
      with_signals(n, [&](auto& reader) { formulas_.add_moment(reader, moment, time_s, which); });
    }
  }

  static bool none(const Which& which) { return all(select(which, S(1.0), S(0.0)) == S(0.0)); }

  /// Calls use() with a reader of the signals of the present state and of the inputs of step n.
  template <class Use>
  void with_signals(std::int64_t n, Use use) {
    const auto rate_of_now = [&](StateType& rate) { measured_rate(rate); };
    const auto loads_of_now = [&](LoadTerms<S>& loads) { find_loads(n, loads); };
    const double time_s = static_cast<double>(n) * plan_.step_s;
    SignalReader<Vehicle, decltype(rate_of_now), decltype(loads_of_now)> reader = {
        vehicle_,       *state_,     inputs_.now(),     n,           time_s,
        inputs_.loop(), estimation_, inputs_.battery(), rate_of_now, loads_of_now};
    use(reader);
  }

  /// Forces and moments in step n, which starts now. The load of a ground that stops vehicles is
  /// its measured rate less the terms of the equations.
  [[gnu::noinline]] void find_loads(std::int64_t n, LoadTerms<S>& loads) const {
    const S start_mass = S(1.0) / inverse_mass_;
    const S mass = this->mass();
    vehicle_.add_loads(*state_, inputs_.now(), mass, loads);
    inputs_.add_loads(n, start_mass, vehicle_, loads);
    if (!ground_.is_there()) return;
    StateType free, stopped;
    start_rate(free);
    stopped = free;
    ground_.stop(*state_, stopped);
    loads.add_world(ForceTerm::contact, mass * (stopped.velocity() - free.velocity()));
    loads.add_body(MomentTerm::contact,
                   vehicle_.c.inertia * (stopped.body_rate() - free.body_rate()));
  }

  void record_checkpoint(std::int64_t n) {
    recorder_.record_checkpoint(n, *state_, vehicle_.size(), flown_);
  }

  /// Sets position, velocity, attitude, body rate and wind of `truth`.
  void set_motion(Truth<S>& truth) const {
    truth.position = state_->position();
    truth.velocity = state_->velocity();
    truth.attitude = state_->attitude();
    truth.body_rate = state_->body_rate();
    truth.wind = vehicle_.wind();
  }

  /// Reads the sensors, which measure the state at the start of a step and the forces that begin
  /// there.
  [[gnu::noinline]] void read_sensors(std::int64_t n) {
    Truth<S> truth;
    set_motion(truth);
    if (sensors_.needs_derivative(n)) {
      StateType rate;
      measured_rate(rate);
      truth.specific_force = specific_force(vehicle_, *state_, rate);
      truth.angular_acceleration = rate.body_rate();
    }
    if (plan_.sensors.times_rotors) {
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

  void finish() {
    sensors_.finish(flown_);
    inputs_.finish(lanes_, count_);
    estimation_.finish(lanes_, count_);
    recorder_.finish(*state_, vehicle_.size());
    if constexpr (parts.formulas) formulas_.finish(lanes_, count_);
    notes_.finish(lanes_, count_);
    for (int i = 0; i < count_; ++i) {
      LaneIo& io = lanes_[i];
      io.status = flying_.lane(i) ? plan_.limits.late
                                  : static_cast<Status>(static_cast<int>(end_status_.lane(i)));
      io.steps_flown = static_cast<std::int64_t>(flown_.lane(i));
    }
  }

  const FlightPlan& plan_;
  LaneIo* lanes_;
  int count_;
  Vehicle vehicle_;
  GroundStop<Vehicle> ground_;
  S inverse_mass_;  ///< at the start [1/kg]
  Stepper stepper_;
  std::array<StateType, 2> states_;  ///< present and next state
  StateType *state_ = &states_[0], *next_ = &states_[1];
  Vec3<S> start_;  ///< position [m], NED
  Draws<S> draws_;
  Estimation<S> estimation_;
  SensorSuite<S> sensors_;
  FlightInputs<Vehicle> inputs_;
  Recorder<Vehicle> recorder_;
  S flown_;  ///< steps with a finite result
  decltype(S(0.0) < S(0.0)) flying_;
  S end_status_ = S(static_cast<double>(Status::diverged));  ///< of lanes that do not fly
  EndNotes<S> notes_;
  Events<S> events_;
  EventEffects<Vehicle> event_effects_;
  /// Without formulas, nothing.
  struct NoFormulas {
    NoFormulas(const FlightPlan&, double*) {}
  };
  std::conditional_t<parts.formulas, FlownFormulas<S>, NoFormulas> formulas_;
};

}  // namespace montecopter
